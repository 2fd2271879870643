package dev.belljar.contract.environment;

/// The states of the setup of an environment in a sandbox. Only `DONE` is complete; after each of the others
/// the sandbox can be used, and the setup can be run again.
public enum SetupState {
    RUNNING,
    DONE,
    /// A step failed or took too long.
    FAILED,
    /// The user ended it.
    CANCELLED,
    /// The sandbox stopped, or the host agent ended, before it was complete.
    INTERRUPTED
}
