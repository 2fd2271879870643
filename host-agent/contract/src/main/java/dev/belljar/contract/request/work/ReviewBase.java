package dev.belljar.contract.request.work;

/// The names of what the work under review can be compared with.
///
/// Others are the id or name of a snapshot or of another sandbox of the project, and a branch of the project:
/// `refs/heads/NAME`, or its name if nothing else is called like that.
public final class ReviewBase {
    /// Everything since the sandbox was created.
    public static final String START = "start";

    /// Everything that earlier syncs did not bring to the project.
    public static final String LAST_SYNC = "last-sync";

    /// What branches begin with.
    public static final String BRANCHES = "refs/heads/";

    private ReviewBase() {}
}
