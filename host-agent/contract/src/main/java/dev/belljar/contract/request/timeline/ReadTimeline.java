package dev.belljar.contract.request.timeline;

import org.jspecify.annotations.Nullable;

/// Requests the timeline between two times in milliseconds since the epoch; null means the first event or the present.
/// The period is divided into `intervals` (1 to 2,000; 0 means 240), and at most `processes` processes (up to 2,000; 0
/// means 200) are listed.
public record ReadTimeline(@Nullable Long from, @Nullable Long to, int intervals, int processes) {}
