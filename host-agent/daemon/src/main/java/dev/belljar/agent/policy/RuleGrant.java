package dev.belljar.agent.policy;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.FlowGrant;
import org.jspecify.annotations.Nullable;

/// What a flow may still use under the rule that let it out, null for one that a preset let out; `named` when a
/// rule names its address, `namesExactly` when one names no other with it, `anyProtocol` when it may speak whatever it
/// likes.
record RuleGrant(
        SandboxPolicy policy,
        Destination destination,
        @Nullable CompiledRule by,
        boolean named,
        boolean namesExactly,
        boolean anyProtocol)
        implements FlowGrant {
    @Override
    public long upload(long bytes) {
        return by == null ? bytes : policy.usage().upload(by.rule(), bytes);
    }

    @Override
    public boolean stands() {
        return policy.stands(destination, by);
    }

    @Override
    public boolean namesAddress() {
        return named;
    }
}
