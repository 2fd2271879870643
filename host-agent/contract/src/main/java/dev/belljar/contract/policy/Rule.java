package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// One sentence of a policy. `id` is unique in its layer; `expires` is milliseconds since the epoch, null for
/// never; `note` says where the rule came from, for people.
public record Rule(
        String id,
        Action action,
        Match match,
        Scope scope,
        @Nullable Long expires,
        Budget budget,
        @Nullable String note) {
    /// The same rule in another layer.
    public Rule in(Scope other) {
        return new Rule(id, action, match, other, expires, budget, note);
    }
}
