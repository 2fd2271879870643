package dev.belljar.app.review.writer;

import dev.belljar.contract.view.provenance.FileBlame;
import dev.belljar.contract.view.provenance.LineRange;
import dev.belljar.contract.view.provenance.LineRange.LineOrigin;
import dev.belljar.contract.view.provenance.LineWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Who wrote the lines of a hunk: each writer with its lines, the one with the most lines first.
///
/// `lines` is the number of the hunk's lines, `project` how many of them come from the user's project, and `unknown`
/// how many have no known writer. If that is true of all others, `writers` are the processes that wrote the file.
record HunkWriters(List<WriterLines> writers, int lines, int project, int unknown, List<String> notes) {
    HunkWriters {
        writers = List.copyOf(writers);
        notes = List.copyOf(notes);
    }

    /// A writer with the number of its lines and the time of its last write, milliseconds since the epoch (0 if
    /// unknown). It is not `certain` if another process may have written some of them.
    record WriterLines(LineWriter writer, int lines, long at, boolean certain) {}

    /// The writers of the lines from `first` to `last` (from 1, both included).
    static HunkWriters of(FileBlame blame, int first, int last) {
        Map<Integer, WriterLines> found = new LinkedHashMap<>();
        Map<Integer, WriterLines> possible = new LinkedHashMap<>();
        int project = 0;
        int unknown = 0;
        for (LineRange range : blame.ranges()) {
            int count = Math.min(last, range.last()) - Math.max(first, range.first()) + 1;
            if (count <= 0) {
                continue;
            }
            if (range.origin() == LineOrigin.PROJECT) {
                project += count;
            } else if (range.origin() == LineOrigin.PROCESS && !range.writers().isEmpty()) {
                add(found, blame, range, count);
            } else {
                unknown += count;
                add(possible, blame, range, count);
            }
        }
        List<WriterLines> writers = new ArrayList<>(found.isEmpty() ? possible.values() : found.values());
        writers.sort(Comparator.comparingInt(WriterLines::lines).reversed());
        return new HunkWriters(writers, Math.max(0, last - first + 1), project, unknown, blame.notes());
    }

    private static void add(Map<Integer, WriterLines> to, FileBlame blame, LineRange range, int count) {
        long at = range.at() == null ? 0 : range.at();
        boolean certain = range.origin() == LineOrigin.PROCESS
                && range.certain()
                && range.writers().size() == 1;
        for (int index : range.writers()) {
            // The answer is about data from the guest, and the index is checked like all of it.
            if (index >= 0 && index < blame.writers().size()) {
                WriterLines one = new WriterLines(blame.writers().get(index), count, at, certain);
                to.merge(index, one, HunkWriters::sum);
            }
        }
    }

    /// True if the writers are known only for the whole file.
    boolean ofWholeFile() {
        return unknown > 0 && unknown + project >= lines;
    }

    private static WriterLines sum(WriterLines one, WriterLines other) {
        return new WriterLines(
                one.writer(),
                one.lines() + other.lines(),
                Math.max(one.at(), other.at()),
                one.certain() && other.certain());
    }
}
