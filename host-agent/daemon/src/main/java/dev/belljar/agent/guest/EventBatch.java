package dev.belljar.agent.guest;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the guest sent for the observer since the last batch: event payloads in order, the sum of their bytes,
/// and the newest heartbeat.
record EventBatch(List<byte[]> events, int bytes, @Nullable GuestHeartbeat beat) {}
