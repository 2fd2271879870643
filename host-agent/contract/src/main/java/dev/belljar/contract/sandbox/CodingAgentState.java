package dev.belljar.contract.sandbox;

/// What a coding agent does.
public enum CodingAgentState {
    /// It works on its task.
    WORKING,
    /// It waits for an answer of the user.
    ASKING,
    /// It waits for a task.
    IDLE,
    /// It finished its task, or ended without an error.
    DONE,
    /// It ended with an error.
    FAILED;

    /// True if the user is told about an agent that enters this state.
    public boolean callsUser() {
        return this == ASKING || this == DONE || this == FAILED;
    }
}
