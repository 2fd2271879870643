package dev.belljar.contract.request.work;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks to bring reviewed work to the project.
///
/// `commit` is the reviewed tip, and `base` the commit that its review compared it with: only what was reviewed is
/// accepted, even if the workspace has changed since. Without `base`, the newest review of this tip since the start
/// of the sandbox counts. `allowed` lists the risky paths that the user accepted; the other risky paths keep the
/// base's content. `skipped` lists changes that are not accepted. `target` is a branch if it is null. `branch` is
/// the name of that branch, null for `belljar/<sandbox>`. `history` says what becomes of the commits; null means
/// that they are kept where that is possible and otherwise made into one. `stash` is for the working tree: where
/// the user's own changes conflict with the accepted ones, these are saved for the undo, and the accepted version
/// is written. `resolutions` say what is written to files with conflicts instead.
public record AcceptSync(
        String commit,
        List<String> allowed,
        List<SkippedChange> skipped,
        @Nullable SyncTarget target,
        @Nullable String branch,
        @Nullable CommitHistory history,
        boolean stash,
        List<ConflictResolution> resolutions,
        @Nullable String base) {
    public AcceptSync {
        allowed = List.copyOf(allowed);
        skipped = List.copyOf(skipped);
        resolutions = List.copyOf(resolutions);
    }

    /// A request without resolutions, for the newest review of the commit since the start of the sandbox.
    public AcceptSync(
            String commit,
            List<String> allowed,
            List<SkippedChange> skipped,
            @Nullable SyncTarget target,
            @Nullable String branch,
            @Nullable CommitHistory history,
            boolean stash) {
        this(commit, allowed, skipped, target, branch, history, stash, List.of(), null);
    }

    /// A request to put everything that could not run on the host, and these risky paths, on the usual branch.
    public AcceptSync(String commit, List<String> allowed) {
        this(commit, allowed, List.of(), null, null, null, false);
    }

    /// The same request with these resolutions.
    public AcceptSync resolved(List<ConflictResolution> all) {
        return new AcceptSync(commit, allowed, skipped, target, branch, history, stash, all, base);
    }

    /// The same request for the review with this base.
    public AcceptSync against(String reviewed) {
        return new AcceptSync(commit, allowed, skipped, target, branch, history, stash, resolutions, reviewed);
    }
}
