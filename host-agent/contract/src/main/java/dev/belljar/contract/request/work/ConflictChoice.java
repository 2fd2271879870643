package dev.belljar.contract.request.work;

/// The lines that are written where changes conflict: those of the project, those of the sandbox, or both, the
/// project's first.
public enum ConflictChoice {
    PROJECT,
    SANDBOX,
    BOTH
}
