package dev.belljar.contract.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a project's own `.belljar/policy.toml` asks for. Nothing of it is in force until a person adopts it.
///
/// `digest` names exactly this text, for adopting it; `rules` are those it has and the project's policy has not.
/// `problem` says why it cannot be adopted.
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
