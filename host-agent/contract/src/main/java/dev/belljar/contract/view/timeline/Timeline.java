package dev.belljar.contract.view.timeline;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What happened in a sandbox between `from` and `to`, divided into intervals of `width` milliseconds.
///
/// All times are milliseconds since the epoch. `begin` is the time of the first event of the sandbox and `end`
/// that of
/// the newest one. `seq` is the position in the journal up to which the answer contains everything. Intervals
/// begin at
/// multiples of `width`, so the first one may begin before `from`; `files` and `traffic` list only intervals in which
/// something happened. `processes` are the longest-running ones of the `processTotal` that ran in this period.
/// `marks`
/// are in order of time; if there are too many, some of each kind are left out and `marksComplete` is false.
/// `overview` divides the time from `begin` to `end` into equal intervals and counts the events in each.
public record Timeline(
        long seq,
        long begin,
        long end,
        long from,
        long to,
        long width,
        List<ProcessBar> processes,
        long processTotal,
        List<FileInterval> files,
        List<TrafficInterval> traffic,
        List<TimelineMark> marks,
        boolean marksComplete,
        List<Unobserved> unobserved,
        List<Long> overview) {
    public Timeline {
        processes = List.copyOf(processes);
        files = List.copyOf(files);
        traffic = List.copyOf(traffic);
        marks = List.copyOf(marks);
        unobserved = List.copyOf(unobserved);
        overview = List.copyOf(overview);
    }

    /// A process that ran in the period; `ended`, `code` and `signal` are null while it runs. `pid` and `start`
    /// identify it. It is `own` if it is a script of the host agent, or was started by one, as far as that can be
    /// seen in the guest.
    public record ProcessBar(
            int pid,
            long start,
            String comm,
            List<String> argv,
            long started,
            @Nullable Long ended,
            @Nullable Integer code,
            @Nullable Integer signal,
            boolean own) {
        public ProcessBar {
            argv = List.copyOf(argv);
        }
    }

    /// The file events of the interval that begins at `at`.
    public record FileInterval(long at, long added, long changed, long deleted) {}

    /// The bytes that were sent and received in the interval that begins at `at`.
    public record TrafficInterval(long at, long up, long down) {}

    /// A period in which the machine ran but events were lost or not observed.
    public record Unobserved(long from, long to) {}
}
