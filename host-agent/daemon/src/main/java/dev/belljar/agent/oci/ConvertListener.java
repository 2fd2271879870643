package dev.belljar.agent.oci;

import java.io.IOException;

/// Told how far the conversion of an image has come.
public interface ConvertListener {
    /// `bytes` is the size of the result so far. May refuse to go on, for example because the disk is full.
    void at(int percent, long bytes) throws IOException;
}
