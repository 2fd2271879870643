package dev.belljar.agent.index;

import org.jspecify.annotations.Nullable;

/// The period of a timeline, in milliseconds since the epoch: `created` is when the sandbox was created, `now`
/// the present, and `present` the end of a period without `to`, null for the time of the newest event. The
/// period is divided into at most `intervals` intervals, and at most `processes` processes are listed.
public record TimelinePeriod(
        long created,
        long now,
        @Nullable Long from,
        @Nullable Long to,
        @Nullable Long present,
        int intervals,
        int processes) {}
