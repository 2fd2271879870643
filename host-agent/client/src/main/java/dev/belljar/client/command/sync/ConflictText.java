package dev.belljar.client.command.sync;

import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.review.FileConflict;
import dev.belljar.contract.view.review.FileConflict.ConflictHunk;
import dev.belljar.contract.view.review.FileConflict.ConflictLines;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The text of conflicts with the user's own changes.
final class ConflictText {
    private ConflictText() {}

    /// A file with the places of its conflicts, or why it is a conflict as a whole.
    static String file(FileConflict file) {
        if (file.note() != null) {
            return file.path() + ": " + file.note();
        }
        String places = file.hunks().stream().map(hunk -> place(hunk.project())).collect(Collectors.joining(", "));
        return file.path() + ": " + places;
    }

    /// The three versions of the lines of a hunk.
    static List<String> hunk(FileConflict file, ConflictHunk hunk) {
        List<String> shown = new ArrayList<>();
        shown.add("%s: %s".formatted(file.path(), place(hunk.project())));
        add(shown, "Your project:", hunk.project());
        add(shown, "The sandbox:", hunk.sandbox());
        add(shown, "Before either change:", hunk.base());
        return shown;
    }

    private static void add(List<String> shown, String title, ConflictLines lines) {
        shown.add(title);
        if (lines.lines() == 0) {
            shown.add("  (no lines)");
            return;
        }
        String text = lines.text();
        String whole = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        for (String line : VisibleText.escaped(whole, "\n\t").split("\n", -1)) {
            shown.add("  " + line);
        }
    }

    private static String place(ConflictLines lines) {
        if (lines.lines() == 0) {
            return "after line " + lines.start();
        }
        return lines.lines() == 1
                ? "line " + lines.start()
                : "lines %d to %d".formatted(lines.start(), lines.start() + lines.lines() - 1);
    }
}
