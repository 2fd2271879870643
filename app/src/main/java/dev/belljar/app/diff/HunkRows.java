package dev.belljar.app.diff;

import dev.belljar.contract.view.review.FileHunks.Hunk;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/// Makes the rows of a file from its hunks: a head for each hunk, its changed lines, and the lines around it.
///
/// The hunks come from the host agent, but the text from the guest: a hunk that points behind the end of a text is cut
/// there.
public final class HunkRows {
    private final List<String> old;
    private final List<String> fresh;
    private final IntPredicate folded;
    private final boolean whole;
    private final List<DiffRow> rows = new ArrayList<>();
    private int oldAt;
    private int newAt;

    private HunkRows(String before, String after, IntPredicate folded, boolean whole) {
        old = DiffMaker.lines(before);
        fresh = DiffMaker.lines(after);
        this.folded = folded;
        this.whole = whole;
    }

    /// Returns the rows. Of a hunk whose number is `folded`, only the head is shown; `whole` shows all lines between
    /// hunks.
    public static List<DiffRow> of(String before, String after, List<Hunk> hunks, IntPredicate folded, boolean whole) {
        HunkRows maker = new HunkRows(before, after, folded, whole);
        boolean open = false;
        for (int i = 0; i < hunks.size(); i++) {
            open = maker.hunk(hunks.get(i), i, open);
        }
        maker.gap(maker.old.size() - maker.oldAt, open, false);
        return maker.rows;
    }

    /// Adds a hunk with this number, counted from 0; `after` is true if lines after the previous one are shown.
    private boolean hunk(Hunk hunk, int number, boolean after) {
        int from = Math.clamp(start(hunk.oldStart(), hunk.oldLines()), oldAt, old.size());
        int to = Math.clamp(start(hunk.newStart(), hunk.newLines()), newAt, fresh.size());
        boolean open = !folded.test(number);
        int before = gap(from - oldAt, after, open);
        rows.add(DiffRow.head(number));
        same(before);
        oldAt = from;
        newAt = to;
        int oldEnd = Math.min(old.size(), from + Math.max(0, hunk.oldLines()));
        int newEnd = Math.min(fresh.size(), to + Math.max(0, hunk.newLines()));
        if (open) {
            DiffMaker.compare(old.subList(oldAt, oldEnd), fresh.subList(newAt, newEnd), oldAt, newAt, rows);
        }
        oldAt = oldEnd;
        newAt = newEnd;
        return open;
    }

    /// The number of lines before a hunk: a hunk without lines begins after its start.
    private static int start(int first, int lines) {
        return lines == 0 ? first : first - 1;
    }

    /// Adds the equal lines between two hunks, except those that are shown below the head of the next one, whose
    /// number it returns.
    private int gap(int size, boolean after, boolean before) {
        int left = Math.max(0, size);
        int above = whole ? left : after ? Math.min(DiffMaker.AROUND, left) : 0;
        int below = before && !whole ? Math.min(DiffMaker.AROUND, left - above) : 0;
        same(above);
        int omitted = left - above - below;
        DiffMaker.bar(rows, omitted);
        oldAt += omitted;
        newAt += omitted;
        return below;
    }

    private void same(int count) {
        DiffMaker.same(old.subList(oldAt, oldAt + count), oldAt, newAt, rows);
        oldAt += count;
        newAt += count;
    }
}
