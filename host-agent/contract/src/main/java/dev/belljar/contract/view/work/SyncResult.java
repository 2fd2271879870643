package dev.belljar.contract.view.work;

import dev.belljar.contract.request.work.SyncTarget;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The result of a sync.
///
/// With the target `BRANCH`, `branch` of the user's repository now points to `commit`; with another target, `branch`
/// is empty, and `commit` holds the accepted files in the host's own repository. `files` counts the changed files;
/// on a branch, including the user's own uncommitted ones. `withheld` lists risky paths that kept the base's content.
/// `patch` is the patch in base64, null with another target. `undo` is the id with which a change of the working tree
/// can be undone, null with another target or if no file had to be changed.
public record SyncResult(
        String branch,
        String commit,
        int files,
        List<String> withheld,
        SyncTarget target,
        @Nullable String patch,
        @Nullable String undo) {
    /// The target is `BRANCH` in the response of a host agent that knows no other.
    public SyncResult {
        withheld = List.copyOf(withheld);
        target = Objects.requireNonNullElse(target, SyncTarget.BRANCH);
    }

    /// The result of a sync to a branch.
    public SyncResult(String branch, String commit, int files, List<String> withheld) {
        this(branch, commit, files, withheld, SyncTarget.BRANCH, null, null);
    }
}
