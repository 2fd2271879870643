package dev.belljar.agent.gateway;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Where frames for the guest are written.
interface FrameOutput {
    /// Room for a frame of `length` bytes, to be filled before anything else is asked of the outlet; null when
    /// there is none now.
    @Nullable
    ByteBuffer frame(int length);

    /// The bytes there is room for now.
    int room();
}
