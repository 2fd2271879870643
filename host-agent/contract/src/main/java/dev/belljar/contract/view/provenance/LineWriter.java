package dev.belljar.contract.view.provenance;

import dev.belljar.contract.view.process.ProcessRow;
import java.util.List;

/// A process that wrote lines; `pid` and `start` identify it, `comm` is its name.
///
/// `ancestry` are its ancestors, the oldest first, and the process itself last; empty if it was not observed. `flows`
/// are the connections of its session in the 30 minutes before it wrote last: of the process, its ancestors, and
/// their other descendants. They are summed up for each process, destination and rule, the newest first;
/// `flowsComplete` is false if there were more.
public record LineWriter(
        int pid, long start, String comm, List<ProcessRow> ancestry, List<PriorFlow> flows, boolean flowsComplete) {
    public LineWriter {
        ancestry = List.copyOf(ancestry);
        flows = List.copyOf(flows);
    }
}
