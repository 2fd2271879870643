package dev.belljar.agent.gateway;

import java.nio.ByteBuffer;

/// Gets every frame of a machine's network, on the network's thread: it must not block, and must copy what it
/// keeps.
public interface FrameTap {
    /// Takes a frame that came from the guest (`up`) or goes to it.
    void passed(boolean up, ByteBuffer frame);
}
