package dev.belljar.agent.erofs;

import java.io.IOException;

/// Told how large a file has become that is being written; may refuse to go on, for example because the disk is full.
public interface WriteListener {
    void at(long bytes) throws IOException;
}
