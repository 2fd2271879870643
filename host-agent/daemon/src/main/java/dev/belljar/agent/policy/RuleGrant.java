package dev.belljar.agent.policy;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.FlowGrant;
import org.jspecify.annotations.Nullable;

/// The budget that a flow may still use under the rule that allowed it, null if a preset allowed it; `named`
/// says that a rule names its address, `namesExactly` that a rule names that address alone, `anyProtocol` that
/// it may use any protocol.
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
    public String ending(String rule) {
        String why = policy.contained();
        return why == null ? FlowGrant.super.ending(rule) : why;
    }

    @Override
    public boolean namesAddress() {
        return named;
    }
}
