package dev.belljar.agent.status;

import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.work.FileChange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Paths outside the workspace that differ from the image: added (`A`), modified (`M`), deleted (`D`).
///
/// `complete` is false when there were more than are listed.
public record SystemChanges(List<FileChange> paths, boolean complete) {
    private static final String IMAGE_SEEN = "=";

    /// Parses the output of the guest's script: `TYPE PATH` for each path of the machine's own layer, an empty
    /// entry, and then, if the image could be looked at, `=` and the paths that are in it, all ended by NUL. At
    /// most `most` paths.
    static SystemChanges read(String printed, int most) {
        List<String> entries = Arrays.asList(printed.split("\0", -1));
        int end = entries.indexOf("");
        List<String> own = entries.subList(0, end < 0 ? entries.size() : end);
        List<String> rest = end < 0 ? List.of() : entries.subList(end + 1, entries.size());
        boolean seen = !rest.isEmpty() && rest.getFirst().equals(IMAGE_SEEN);
        Set<String> image = rest.stream().skip(1).collect(Collectors.toSet());
        List<FileChange> changes = new ArrayList<>();
        boolean complete = true;
        for (String entry : own) {
            if (entry.length() <= 2) {
                continue;
            }
            if (changes.size() == most) {
                complete = false;
                break;
            }
            String path = entry.substring(2);
            String status = status(entry.charAt(0), !seen || image.contains(path));
            changes.add(new FileChange(status, "/" + VisibleText.line(path), null, -1, -1, false, null));
        }
        return new SystemChanges(List.copyOf(changes), complete);
    }

    /// An overlay marks a removed file with a character device in its place.
    private static String status(char type, boolean inImage) {
        return type == 'c' ? "D" : inImage ? "M" : "A";
    }
}
