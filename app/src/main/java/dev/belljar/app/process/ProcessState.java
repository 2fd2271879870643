package dev.belljar.app.process;

import dev.belljar.contract.view.process.ProcessRow;
import java.util.ArrayList;
import java.util.List;

/// All processes of a machine in tree order, running and ended. `total` counts all that were ever seen.
public record ProcessState(List<ProcessItem> lines, int live, int finished, long total, ProcessRates rates) {
    /// No processes yet.
    public static final ProcessState NONE = new ProcessState(List.of(), 0, 0, 0, ProcessRates.NONE);

    public ProcessState {
        lines = List.copyOf(lines);
    }

    /// Returns the state at a moment in the past, at which these processes ran.
    public static ProcessState past(List<ProcessRow> running) {
        List<ProcessItem> lines = ProcessTree.order(
                running.stream().map(row -> row.withEnd(null, null, null)).toList());
        int live = (int) lines.stream().filter(line -> !line.own()).count();
        return new ProcessState(lines, live, 0, running.size(), ProcessRates.NONE);
    }

    /// Returns the ancestors of a process, the outermost first, and the process itself; empty if it is
    /// no longer kept.
    public List<ProcessItem> ancestry(ProcessKey key) {
        List<ProcessItem> above = new ArrayList<>();
        int depth = Integer.MAX_VALUE;
        boolean found = false;
        for (ProcessItem at : lines.reversed()) {
            found |= at.key().equals(key);
            if (found && at.depth() < depth) {
                above.addFirst(at);
                depth = at.depth();
            }
        }
        return above;
    }
}
