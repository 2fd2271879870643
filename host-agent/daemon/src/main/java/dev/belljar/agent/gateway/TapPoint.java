package dev.belljar.agent.gateway;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Where a tap may be put on a network and taken off again, by any thread.
final class TapPoint {
    private final AtomicReference<@Nullable FrameTap> tap = new AtomicReference<>();

    void set(@Nullable FrameTap newTap) {
        tap.set(newTap);
    }

    void passed(boolean up, ByteBuffer frame) {
        FrameTap now = tap.get();
        if (now != null) {
            now.passed(up, frame.asReadOnlyBuffer());
        }
    }
}
