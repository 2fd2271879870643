package dev.belljar.app.live;

import java.util.List;

/// All processes of a machine in tree order, living and ended. `total` counts all ever seen.
public record ProcessPicture(List<ProcessLine> lines, int live, int finished, long total, Rates rates) {
    /// Nothing was seen yet.
    public static final ProcessPicture NONE = new ProcessPicture(List.of(), 0, 0, 0, Rates.NONE);

    public ProcessPicture {
        lines = List.copyOf(lines);
    }
}
