package dev.belljar.contract.view.codingagent;

/// Whether the credential of a coding agent can be used.
public enum CredentialState {
    /// The agent needs none.
    NONE,
    /// No secret with its name is stored on this computer.
    MISSING,
    /// The secret is stored. It is bound to the agent's host names when the agent starts.
    STORED
}
