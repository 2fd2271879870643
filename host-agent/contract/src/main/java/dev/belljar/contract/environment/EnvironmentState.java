package dev.belljar.contract.environment;

/// Whether the environment that a project proposes is in effect.
public enum EnvironmentState {
    /// The project proposes nothing.
    NONE,
    /// The project proposes an environment for the first time.
    PROPOSED,
    /// The proposal differs from what was accepted, which stays in effect.
    CHANGED,
    /// The proposal is in effect, except for what the user left out.
    ACCEPTED,
    /// The user rejected this proposal.
    REJECTED,
    /// The file cannot be read or has errors.
    INVALID
}
