package dev.belljar.contract.request.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks to accept the environment with this digest, and no other, that the project in this folder proposes.
///
/// `agent` is the coding agent for which the proposal was read, or null. `without` are the ids of items to leave out.
/// An item with a risk is left out, too, unless its id is in
/// `allowed`.
public record AcceptEnvironment(
        String project,
        String digest,
        List<String> without,
        List<String> allowed,
        @Nullable String agent) {
    public AcceptEnvironment {
        without = List.copyOf(without);
        allowed = List.copyOf(allowed);
    }

    /// Asks to accept a proposal that was read without a coding agent.
    public AcceptEnvironment(String project, String digest, List<String> without, List<String> allowed) {
        this(project, digest, without, allowed, null);
    }
}
