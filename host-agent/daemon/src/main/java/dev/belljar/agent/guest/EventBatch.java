package dev.belljar.agent.guest;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What came from the guest for the observer since the last time: event payloads in order, their bytes together, and
/// the newest heartbeat.
record EventBatch(List<byte[]> events, int bytes, @Nullable GuestHeartbeat beat) {}
