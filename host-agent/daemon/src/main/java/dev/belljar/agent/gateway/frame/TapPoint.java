package dev.belljar.agent.gateway.frame;

import dev.belljar.agent.gateway.FrameTap;
import dev.belljar.agent.gateway.TapSubscription;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The taps of a network; any thread may add and remove one.
public final class TapPoint {
    private final List<FrameTap> taps = new CopyOnWriteArrayList<>();

    /// Adds a tap; closing the subscription removes it.
    public TapSubscription add(FrameTap tap) {
        taps.add(tap);
        return () -> taps.remove(tap);
    }

    void passed(boolean up, ByteBuffer frame) {
        for (FrameTap tap : taps) {
            tap.passed(up, frame.asReadOnlyBuffer());
        }
    }
}
