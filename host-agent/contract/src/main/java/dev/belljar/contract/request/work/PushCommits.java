package dev.belljar.contract.request.work;

/// Asks to put the project's newest commits into the guest.
///
/// With `autostash`, git stashes uncommitted changes in the guest before and applies them again afterwards. With
/// `dryRun`, nothing in the guest changes.
public record PushCommits(PushMode how, boolean autostash, boolean dryRun) {
    /// Only looks what a push would do.
    public static final PushCommits DRY_RUN = new PushCommits(PushMode.FAST_FORWARD, false, true);
}
