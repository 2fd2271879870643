package dev.belljar.contract.reduce;

import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.view.process.ProcessRow;
import org.jspecify.annotations.Nullable;

/// Reduces process events to rows, one for each process (pid and start time).
///
/// A guest's CPUs may report out of order and a guest may lie, so it relies on no order: an exec or exit of an
/// unknown process makes its row, and a late fork only adds the parent. A child begins as a copy of its parent.
/// The parent is the process that had the parent pid when the child started; a row keeps its first parent when
/// that process ends.
public final class ProcessReducer {
    private ProcessReducer() {}

    /// Returns the row after an event. `known` is the row before it, null if there is none. `parent` is the newest
    /// process with the event's parent pid, unless it started later than the process; null if there is none.
    public static ProcessRow next(@Nullable ProcessRow known, @Nullable ProcessRow parent, ProcEvent event) {
        if (known == null) {
            return switch (event.op()) {
                case FORK -> copy(parent, event);
                case EXEC, PRESENT -> first(parent, event);
                case EXIT -> exited(first(null, event), event);
            };
        }
        return switch (event.op()) {
            case FORK -> withParent(known, parent, event);
            case EXEC -> program(withParent(known, parent, event), event);
            case PRESENT -> alive(program(withParent(known, parent, event), event));
            case EXIT -> exited(known, event);
        };
    }

    /// Returns the row of a process whose machine ended at `ts`.
    public static ProcessRow machineEnded(ProcessRow row, long ts) {
        return row.ended() == null ? row.withEnd(ts, null, null) : row;
    }

    private static ProcessRow first(@Nullable ProcessRow parent, ProcEvent event) {
        return new ProcessRow(
                event.pid(),
                event.ppid(),
                event.start(),
                parent == null ? 0 : parent.start(),
                event.uid(),
                event.comm(),
                event.exe(),
                event.argv(),
                event.cwd(),
                event.ts(),
                null,
                null,
                null,
                null,
                null);
    }

    private static ProcessRow copy(@Nullable ProcessRow parent, ProcEvent event) {
        ProcessRow own = first(parent, event);
        return parent == null
                ? own
                : own.withProgram(
                        parent.uid(),
                        event.comm().isEmpty() ? parent.comm() : event.comm(),
                        parent.exe(),
                        event.argv().isEmpty() ? parent.argv() : event.argv(),
                        parent.cwd());
    }

    private static ProcessRow withParent(ProcessRow row, @Nullable ProcessRow parent, ProcEvent event) {
        return row.ppid() == 0 && event.ppid() != 0
                ? row.withParent(event.ppid(), parent == null ? 0 : parent.start())
                : row;
    }

    private static ProcessRow program(ProcessRow row, ProcEvent event) {
        return row.withProgram(event.uid(), event.comm(), event.exe(), event.argv(), event.cwd());
    }

    private static ProcessRow alive(ProcessRow row) {
        return row.ended() == null ? row : row.withEnd(null, null, null);
    }

    private static ProcessRow exited(ProcessRow row, ProcEvent event) {
        return row.ended() == null ? row.withEnd(event.ts(), event.code(), event.signal()) : row;
    }
}
