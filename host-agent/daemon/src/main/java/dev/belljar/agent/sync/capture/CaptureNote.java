package dev.belljar.agent.sync.capture;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.WorkspaceTransfer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The data in a capture commit's message, so that they can be read again from the commit's id.
public record CaptureNote(
        @Nullable String head,
        String index,
        @Nullable String branch,
        @Nullable String userName,
        @Nullable String userEmail,
        Counts counts,
        List<String> warnings) {
    public CaptureNote {
        warnings = List.copyOf(warnings);
    }

    /// How many files the project has, and how many paths differ from HEAD.
    record Counts(int files, int uncommitted) {}

    public WorkspaceTransfer.Capture capture(String commit) {
        return new WorkspaceTransfer.Capture(commit, head, branch, counts.files, counts.uncommitted, warnings);
    }

    String message() {
        List<String> lines = new ArrayList<>(List.of("Project as it was copied into a sandbox", ""));
        add(lines, "head", head);
        add(lines, "index", index);
        add(lines, "branch", branch);
        add(lines, "user.name", userName);
        add(lines, "user.email", userEmail);
        add(lines, "files", String.valueOf(counts.files));
        add(lines, "uncommitted", String.valueOf(counts.uncommitted));
        warnings.forEach(warning -> add(lines, "warning", warning));
        return String.join("\n", lines) + "\n";
    }

    static CaptureNote parse(String message) throws SyncException {
        Fields fields = new Fields();
        message.lines().forEach(fields);
        if (fields.index == null) {
            throw SyncFaults.refused("this commit is not a project capture that Belljar made", null);
        }
        return new CaptureNote(
                fields.head,
                fields.index,
                fields.branch,
                fields.userName,
                fields.userEmail,
                new Counts(fields.files, fields.uncommitted),
                fields.warnings);
    }

    private static void add(List<String> lines, String name, @Nullable String value) {
        if (value != null && !value.isBlank()) {
            lines.add(name + " " + value.replaceAll("\\p{Cc}", "?"));
        }
    }

    private static final class Fields implements Consumer<String> {
        private @Nullable String head;
        private @Nullable String index;
        private @Nullable String branch;
        private @Nullable String userName;
        private @Nullable String userEmail;
        private int files;
        private int uncommitted;
        private final List<String> warnings = new ArrayList<>();

        @Override
        public void accept(String line) {
            int space = line.indexOf(' ');
            String value = line.substring(space + 1);
            switch (space < 0 ? "" : line.substring(0, space)) {
                case "head" -> head = value;
                case "index" -> index = value;
                case "branch" -> branch = value;
                case "user.name" -> userName = value;
                case "user.email" -> userEmail = value;
                case "files" -> files = Integer.parseInt(value);
                case "uncommitted" -> uncommitted = Integer.parseInt(value);
                case "warning" -> warnings.add(value);
                default -> {
                    // The title, and lines that a later version adds.
                }
            }
        }
    }
}
