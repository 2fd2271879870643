package dev.belljar.agent.gateway;

import java.nio.ByteBuffer;

/// Is shown every frame of a machine's network, on the network's own thread: it must not wait, and must copy what
/// it keeps.
public interface FrameTap {
    /// A frame passed, from the guest (`up`) or to it.
    void passed(boolean up, ByteBuffer frame);
}
