package dev.belljar.contract.sync;

/// When the work of a sandbox is fetched for review without a request.
public enum SyncMode {
    /// Never: only when somebody asks for it.
    MANUAL,
    /// At each commit in the sandbox.
    AUTO_COMMIT,
    /// When no file in the workspace was written for some time, and something has changed.
    AUTO_IDLE
}
