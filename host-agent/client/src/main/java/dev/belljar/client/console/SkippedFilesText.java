package dev.belljar.client.console;

import dev.belljar.contract.view.work.FileDiff;
import java.util.ArrayList;
import java.util.List;

/// Describes the files of a workspace that were not fetched, in lines of text.
public final class SkippedFilesText {
    private SkippedFilesText() {}

    /// Returns lines such as `not fetched: disk.img, which is too large (1.1 TB)`, or none if all files were fetched.
    public static List<String> of(FileDiff diff) {
        List<String> lines = new ArrayList<>();
        diff.skipped().forEach(file -> lines.add("not fetched: %s, which is %s".formatted(file.path(), file.why())));
        int more = diff.left() - diff.skipped().size();
        if (more > 0) {
            lines.add("not fetched: " + (more == 1 ? "1 more file that is" : "%,d more files that are".formatted(more))
                    + " too large");
        }
        return lines;
    }
}
