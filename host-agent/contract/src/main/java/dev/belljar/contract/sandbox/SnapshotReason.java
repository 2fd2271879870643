package dev.belljar.contract.sandbox;

/// Why a snapshot was taken automatically.
public enum SnapshotReason {
    /// A destination was about to be allowed.
    APPROVAL,
    /// Many files were being deleted in the workspace.
    MASS_DELETE,
    /// The machine became quiet after it had worked, in all probability at a prompt.
    QUIET
}
