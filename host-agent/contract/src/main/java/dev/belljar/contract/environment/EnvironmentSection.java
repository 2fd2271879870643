package dev.belljar.contract.environment;

/// What an item of an environment does.
public enum EnvironmentSection {
    /// Installs programs and packages.
    INSTALLS,
    /// Runs a command in the sandbox, once.
    RUNS,
    /// Opens the network to a name, or a port to this computer.
    OPENS,
    /// Copies a file from this computer.
    COPIES,
    /// Sets an environment variable.
    SETS,
    /// Sets a limit of the machine.
    LIMITS
}
