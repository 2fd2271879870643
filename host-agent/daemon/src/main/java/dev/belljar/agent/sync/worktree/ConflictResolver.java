package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.worktree.WorktreeMerge.FileVersions;
import dev.belljar.agent.sync.worktree.WorktreeMerge.MergeOutcome;
import dev.belljar.contract.request.work.ConflictChoice;
import dev.belljar.contract.request.work.ConflictResolution;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Resolves conflicts as a person decided, if each file still has the versions that the person was shown. With
/// `replace`, the accepted version is taken where nothing was decided. Not thread-safe.
final class ConflictResolver {
    private final Map<String, ConflictResolution> open = new HashMap<>();
    private final boolean replace;
    private final List<String> unresolved = new ArrayList<>();
    private final Map<String, List<String>> decided = new HashMap<>();

    ConflictResolver(List<ConflictResolution> resolutions, boolean replace) throws SyncException {
        this.replace = replace;
        for (ConflictResolution each : resolutions) {
            if (open.put(each.path(), each) != null) {
                throw SyncFaults.refused(SyncFaults.clean(each.path()) + " has two resolutions", null);
            }
        }
    }

    /// The outcome after the resolution of its conflicts; one that stays a conflict is unresolved.
    MergeOutcome resolved(FileVersions versions, MergeOutcome outcome) throws SyncException {
        if (!outcome.conflict()) {
            return outcome;
        }
        ConflictResolution resolution = open.remove(versions.path().shown());
        if (resolution != null) {
            return resolved(versions, outcome, resolution);
        }
        if (replace) {
            return new MergeOutcome.WholeVersion(versions.theirs());
        }
        unresolved.add(versions.path().shown());
        return outcome;
    }

    private MergeOutcome resolved(FileVersions versions, MergeOutcome outcome, ConflictResolution resolution)
            throws SyncException {
        String path = versions.path().shown();
        if (!digest(versions, outcome).equals(resolution.digest())) {
            throw changed(path);
        }
        List<ConflictChoice> choices = resolution.choices();
        if (outcome instanceof MergeOutcome.LineConflicts lines) {
            int hunks = lines.open().size();
            if (choices.size() != 1 && choices.size() != hunks) {
                throw SyncFaults.refused(
                        "%s has %d conflicting hunks, but the resolution has %d choices"
                                .formatted(path, hunks, choices.size()),
                        "Give one choice for each hunk, or one for all of them.");
            }
            List<ConflictChoice> all =
                    choices.size() == hunks ? choices : Collections.nCopies(hunks, choices.getFirst());
            decided.put(versions.path().latin1(), lines.hashes(all));
            return lines.resolved(all);
        }
        if (choices.size() != 1 || choices.getFirst() == ConflictChoice.BOTH) {
            throw SyncFaults.refused(
                    "the versions of " + path + " cannot be combined",
                    "Choose the project's version or the sandbox's version of the whole file.");
        }
        decided.put(versions.path().latin1(), List.of());
        return choices.getFirst() == ConflictChoice.PROJECT
                ? new MergeOutcome.NoChange()
                : new MergeOutcome.WholeVersion(versions.theirs());
    }

    /// The hashes of the hunks of a file that a person decided about; null if nobody did.
    @Nullable
    List<String> decided(GitPath path) {
        return decided.get(path.latin1());
    }

    /// Requires that no conflict is left, and that each resolution had one.
    void requireAll() throws SyncException {
        if (!unresolved.isEmpty()) {
            throw new SyncException(
                    SyncException.CONFLICTS,
                    "your own changes conflict with the accepted ones in " + SyncFaults.named(unresolved),
                    "Nothing was changed. To be asked about each conflict, run `belljar sync` without `--yes` and"
                            + " `--accept`; to decide for a whole file, use `--resolve PATH=project|sandbox|both`. Or"
                            + " sync to a branch (`--onto branch`) and merge it. With `--stash`, the accepted versions"
                            + " are written, and Belljar saves yours (`--undo` restores them).",
                    null);
        }
        if (!open.isEmpty()) {
            throw changed(SyncFaults.clean(Collections.min(open.keySet())));
        }
    }

    private static SyncException changed(String path) {
        return new SyncException(
                SyncException.MOVED_ON,
                path + " has changed since its conflicts were shown",
                "Nothing was changed. Run the sync again.",
                null);
    }

    /// Identifies the versions of a file with a conflict, and how it can be resolved.
    static String digest(FileVersions versions, MergeOutcome conflict) {
        int hunks = conflict instanceof MergeOutcome.LineConflicts lines
                ? lines.open().size()
                : 0;
        String all = "%s\0%s\0%s\0%s\0%d"
                .formatted(versions.path().latin1(), versions.base(), versions.theirs(), versions.ours(), hunks);
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no SHA-256", e);
        }
    }
}
