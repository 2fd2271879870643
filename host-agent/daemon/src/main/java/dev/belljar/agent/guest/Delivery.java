package dev.belljar.agent.guest;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What came from the guest for the observer since the last time: event payloads in order, their octets together, and
/// the newest heartbeat.
record Delivery(List<byte[]> events, int octets, @Nullable GuestBeat beat) {}
