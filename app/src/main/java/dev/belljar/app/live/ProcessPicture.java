package dev.belljar.app.live;

import java.util.ArrayList;
import java.util.List;

/// All processes of a machine in tree order, living and ended. `total` counts all ever seen.
public record ProcessPicture(List<ProcessLine> lines, int live, int finished, long total, Rates rates) {
    /// Nothing was seen yet.
    public static final ProcessPicture NONE = new ProcessPicture(List.of(), 0, 0, 0, Rates.NONE);

    public ProcessPicture {
        lines = List.copyOf(lines);
    }

    /// The processes above one, the eldest first, and itself; empty when it is not kept any more.
    public List<ProcessLine> ancestry(ProcessKey key) {
        List<ProcessLine> above = new ArrayList<>();
        int depth = Integer.MAX_VALUE;
        boolean found = false;
        for (ProcessLine at : lines.reversed()) {
            found |= at.key().equals(key);
            if (found && at.depth() < depth) {
                above.addFirst(at);
                depth = at.depth();
            }
        }
        return above;
    }
}
