package dev.belljar.contract.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rules that a project's own `.belljar/policy.toml` proposes. None of them is in force until the developer
/// adopts the proposal.
///
/// `digest` identifies exactly this text when it is adopted; `rules` are the proposed rules that the project's
/// policy does not contain. `problem` says why the proposal cannot be adopted.
public record PolicyProposal(
        String file,
        String toml,
        String digest,
        List<Rule> rules,
        @Nullable String problem) {
    public PolicyProposal {
        rules = List.copyOf(rules);
    }
}
