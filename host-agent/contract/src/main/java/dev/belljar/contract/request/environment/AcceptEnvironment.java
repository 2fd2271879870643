package dev.belljar.contract.request.environment;

import java.util.List;

/// Asks to accept the environment with this digest, and no other, that the project in this folder proposes.
///
/// `without` are the ids of items to leave out. An item with a risk is left out, too, unless its id is in
/// `allowed`.
public record AcceptEnvironment(String project, String digest, List<String> without, List<String> allowed) {
    public AcceptEnvironment {
        without = List.copyOf(without);
        allowed = List.copyOf(allowed);
    }
}
