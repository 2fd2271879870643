package dev.belljar.agent.guest.event;

import dev.belljar.agent.guest.GuestHeartbeat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the guest sent for the observer since the last batch: event payloads in order, the sum of their bytes,
/// and the newest heartbeat.
public record EventBatch(
        List<byte[]> events, int bytes, @Nullable GuestHeartbeat beat) {}
