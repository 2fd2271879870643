package dev.belljar.contract.environment;

import org.jspecify.annotations.Nullable;

/// A coding agent that this computer knows, with what it needs in a sandbox. `file` is the user's file that
/// describes it; null for one that comes with Belljar.
public record AgentProfile(
        CodingAgent agent, Environment needs, @Nullable String file) {
    /// True if it needs something that the user has to accept first.
    public boolean needsAcceptance() {
        return !needs.equals(Environment.EMPTY)
                || agent.credential() != null
                || agent.note() != null
                || !agent.files().isEmpty();
    }
}
