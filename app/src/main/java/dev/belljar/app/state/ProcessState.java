package dev.belljar.app.state;

import java.util.ArrayList;
import java.util.List;

/// All processes of a machine in tree order, living and ended. `total` counts all ever seen.
public record ProcessState(List<ProcessItem> lines, int live, int finished, long total, ProcessRates rates) {
    /// Nothing was seen yet.
    public static final ProcessState NONE = new ProcessState(List.of(), 0, 0, 0, ProcessRates.NONE);

    public ProcessState {
        lines = List.copyOf(lines);
    }

    /// The processes above one, the eldest first, and itself; empty when it is not kept any more.
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
