package dev.belljar.client.command.sync;

import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.ConflictChoice;
import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.work.SyncResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that say where accepted work goes.
final class SyncTargetOptions {
    @Option(
            names = "--onto",
            paramLabel = "TARGET",
            description = "Where the changes go: branch (default), patch (a file that git can apply) or worktree"
                    + " (your project's files, where they are merged with your own changes; --undo restores them).")
    @Nullable
    SyncTarget onto;

    @Option(names = "--branch", paramLabel = "NAME", description = "Name of the branch (default: belljar/SANDBOX).")
    @Nullable
    String branch;

    @Option(
            names = "--history",
            paramLabel = "HISTORY",
            description = "What happens to the commits: keep (default), squash (one commit) or rebase (on top of"
                    + " your project's current commit).")
    @Nullable
    CommitHistory history;

    @Option(
            names = "--stash",
            description =
                    "With --onto worktree: where your own changes conflict with the accepted ones, use the accepted"
                            + " versions. Your versions are saved in Belljar (not in git's stash), and --undo"
                            + " restores them.")
    boolean stash;

    @Option(
            names = "--resolve",
            paramLabel = "PATH=CHOICE",
            description =
                    "With --onto worktree: resolve the conflicts in PATH. CHOICE is project, sandbox or both (your"
                            + " lines first). Can be repeated. Without this option, Belljar asks about each conflict,"
                            + " unless --yes or --accept is given.")
    List<String> resolve = new ArrayList<>();

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "With --onto patch: the file to write (default: SANDBOX.patch).")
    @Nullable
    Path output;

    SyncTarget target() {
        return Objects.requireNonNullElse(onto, SyncTarget.BRANCH);
    }

    /// True if one of these options was given.
    boolean given() {
        return onto != null || branch != null || history != null || stash || !resolve.isEmpty() || output != null;
    }

    /// What is wrong with this combination of options for this sandbox, null if nothing is.
    @Nullable
    String fault(String sandbox) {
        Path usual = Path.of(sandbox + ".patch");
        if (target() == SyncTarget.PATCH && output == null && Files.exists(usual, LinkOption.NOFOLLOW_LINKS)) {
            return "%s already exists. To replace it, or to write another file, use --output FILE".formatted(usual);
        }
        if (branch != null && target() != SyncTarget.BRANCH) {
            return "--branch requires --onto branch";
        }
        if (stash && target() != SyncTarget.WORKTREE) {
            return "--stash requires --onto worktree";
        }
        if (!resolve.isEmpty() && target() != SyncTarget.WORKTREE) {
            return "--resolve requires --onto worktree";
        }
        if (!resolve.isEmpty() && stash) {
            return "--resolve and --stash cannot be combined";
        }
        for (String each : resolve) {
            if (choice(each) == null) {
                return "--resolve \"%s\": expected PATH=project, PATH=sandbox or PATH=both".formatted(each);
            }
        }
        if (output != null && target() != SyncTarget.PATCH) {
            return "--output requires --onto patch";
        }
        return history != null && target() == SyncTarget.WORKTREE
                ? "--history cannot be combined with --onto worktree"
                : null;
    }

    /// The choices for paths with conflicts.
    Map<String, ConflictChoice> choices() {
        Map<String, ConflictChoice> choices = new HashMap<>();
        for (String each : resolve) {
            ConflictChoice choice = choice(each);
            if (choice != null) {
                choices.put(each.substring(0, each.lastIndexOf('=')), choice);
            }
        }
        return choices;
    }

    // A path may contain the sign itself.
    private static @Nullable ConflictChoice choice(String resolution) {
        int sign = resolution.lastIndexOf('=');
        String word = resolution.substring(sign + 1);
        return sign <= 0
                ? null
                : Arrays.stream(ConflictChoice.values())
                        .filter(each -> each.toString().equalsIgnoreCase(word))
                        .findFirst()
                        .orElse(null);
    }

    /// The request for a review with this tip and base.
    AcceptSync request(String commit, String base, List<String> allowed, List<SkippedChange> skipped) {
        return new AcceptSync(commit, allowed, skipped, onto, branch, history, stash).against(base);
    }

    /// The target in a sentence.
    String where(String usual) {
        return switch (target()) {
            case BRANCH -> "branch " + (branch == null ? usual : branch);
            case PATCH -> "a patch";
            case WORKTREE -> "your project's files";
        };
    }

    /// Writes the patch if there is one, and tells what was done.
    void tell(CommandSession session, String sandbox, SyncResult result) throws IOException {
        switch (result.target()) {
            case BRANCH -> {
                session.line(
                        "Synced %s to branch %s at %.10s", files(result.files()), result.branch(), result.commit());
                session.aside(
                        "Your working tree was not changed. To review: git log -p HEAD..%1$s   To merge: git merge"
                                + " %1$s (commit your own changes first, or stash them with git stash -u)",
                        result.branch());
            }
            case PATCH -> {
                Path file = write(sandbox, result);
                session.line("Wrote a patch of %s to %s", files(result.files()), file);
                session.aside(
                        "To apply it with its commits: git am --keep-cr %1$s   To change only files: git apply %1$s",
                        file);
            }
            case WORKTREE -> {
                if (result.undo() == null) {
                    session.line("Nothing to write: your project's files already contain every accepted change.");
                } else {
                    session.line("Changed %s in your project", files(result.files()));
                    session.aside("To undo: belljar sync %s --undo %s", sandbox, result.undo());
                }
            }
        }
        if (!result.withheld().isEmpty()) {
            session.line("%s excluded: %s", files(result.withheld().size()), String.join(", ", result.withheld()));
        }
    }

    private Path write(String sandbox, SyncResult result) throws IOException {
        byte[] patch = Base64.getDecoder().decode(Objects.requireNonNullElse(result.patch(), ""));
        return output == null
                ? Files.write(Path.of(sandbox + ".patch"), patch, StandardOpenOption.CREATE_NEW)
                : Files.write(output, patch);
    }

    static String files(int count) {
        return count == 1 ? "1 file" : count + " files";
    }
}
