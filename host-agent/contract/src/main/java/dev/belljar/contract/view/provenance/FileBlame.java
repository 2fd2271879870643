package dev.belljar.contract.view.provenance;

import java.util.ArrayList;
import java.util.List;

/// Who wrote the lines of a file: `ranges` cover all lines of `text`, in order, and name their writers by the index
/// in `writers`.
///
/// `followed` is false if no content of the file was recorded while it was written; then only the processes that wrote
/// the file are known, not which lines. `notes` say in words why something is not known.
public record FileBlame(
        String path,
        String text,
        List<LineRange> ranges,
        List<LineWriter> writers,
        boolean followed,
        List<String> notes) {
    public FileBlame {
        ranges = List.copyOf(ranges);
        writers = List.copyOf(writers);
        notes = List.copyOf(notes);
    }

    /// The lines of a text, without their line ends.
    public static List<String> lines(String text) {
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        if (lines.getLast().isEmpty()) {
            lines.removeLast();
        }
        return lines;
    }
}
