package dev.belljar.contract.view.provenance;

import dev.belljar.contract.view.process.ProcessRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A process that wrote lines; `pid` and `start` identify it, `comm` is its name.
///
/// `ancestry` are its ancestors, the oldest first, and the process itself last; empty if it was not observed. `flows`
/// are the connections of its session in the 30 minutes before it wrote last: of the process, its ancestors, and
/// their other descendants. They are summed up for each process, destination and rule, the newest first;
/// `flowsComplete` is false if there were more. `tests` is the first process after its last write whose command looks
/// like a test run, with its exit code once it has ended; null if none is known.
public record LineWriter(
        int pid,
        long start,
        String comm,
        List<ProcessRow> ancestry,
        List<PriorFlow> flows,
        boolean flowsComplete,
        @Nullable ProcessRow tests) {
    /// A writer after which no tests were run.
    public LineWriter(
            int pid, long start, String comm, List<ProcessRow> ancestry, List<PriorFlow> flows, boolean flowsComplete) {
        this(pid, start, comm, ancestry, flows, flowsComplete, null);
    }

    public LineWriter {
        ancestry = List.copyOf(ancestry);
        flows = List.copyOf(flows);
    }
}
