package dev.belljar.app.process;

import java.util.List;

/// The numbers of processes that started, ended and failed per interval of two seconds over the last five
/// minutes, oldest first.
///
/// `until` is the end of the newest interval, milliseconds since the epoch; that interval is
/// not complete yet.
public record ProcessRates(List<Integer> starts, List<Integer> ends, List<Integer> failed, long until) {
    public static final int STRETCHES = 150;
    public static final long STRETCH_MILLIS = 2_000;
    public static final ProcessRates NONE = new ProcessRates(List.of(), List.of(), List.of(), 0);

    public ProcessRates {
        starts = List.copyOf(starts);
        ends = List.copyOf(ends);
        failed = List.copyOf(failed);
    }
}
