package dev.belljar.agent.gateway.frame;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Takes frames for the guest.
public interface FrameOutput {
    /// Space for a frame of `length` bytes, to be filled before the next call of any method; null when there is
    /// no space now.
    @Nullable
    ByteBuffer frame(int length);

    /// The space there is now, in bytes.
    int room();
}
