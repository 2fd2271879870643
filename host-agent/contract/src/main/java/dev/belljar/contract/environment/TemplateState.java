package dev.belljar.contract.environment;

/// The states of the template of a project.
public enum TemplateState {
    /// It is being made.
    PREPARING,
    /// New sandboxes of the project start from it.
    READY,
    /// It no longer fits: the environment, a lock file, a copied file or the guest image has changed.
    OUTDATED,
    /// It could not be made.
    FAILED
}
