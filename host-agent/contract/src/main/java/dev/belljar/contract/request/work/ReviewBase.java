package dev.belljar.contract.request.work;

import org.jspecify.annotations.Nullable;

/// What the work under review is compared with.
///
/// `name` is `start`, `last-sync`, the id or name of a snapshot or of another sandbox of the project, or a branch of the
/// project: `refs/heads/NAME`, or its name if nothing else is called like that. `commit` is the `base` of the review
/// that was shown, null if there was none: a request is refused if the name stands for another commit by now.
public record ReviewBase(String name, @Nullable String commit) {
    /// Everything since the sandbox was created.
    public static final String START = "start";

    /// Everything that earlier syncs did not bring to the project.
    public static final String LAST_SYNC = "last-sync";

    /// What branches begin with.
    public static final String BRANCHES = "refs/heads/";
}
