package dev.belljar.agent.gateway;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Where taps are put on a network and taken off again, by any thread.
final class TapPoint {
    private final List<FrameTap> taps = new CopyOnWriteArrayList<>();

    /// Puts a tap on; closing what is returned takes it off.
    TapSubscription add(FrameTap tap) {
        taps.add(tap);
        return () -> taps.remove(tap);
    }

    void passed(boolean up, ByteBuffer frame) {
        for (FrameTap tap : taps) {
            tap.passed(up, frame.asReadOnlyBuffer());
        }
    }
}
