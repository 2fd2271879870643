package dev.belljar.contract.request.environment;

import org.jspecify.annotations.Nullable;

/// Requests what the project in this folder proposes, with what a coding agent needs unless `agent` is null.
public record ReadProposal(String project, @Nullable String agent) {
    /// Requests what the project itself proposes, and what the coding agents need that were accepted for it.
    public static ReadProposal of(String project) {
        return new ReadProposal(project, null);
    }
}
