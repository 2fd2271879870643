package dev.belljar.agent.egress;

import dev.belljar.agent.gateway.ConnectionInspector;
import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.NameBudget;
import dev.belljar.agent.gateway.PendingApproval;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A policy with TLS inspection of its connections.
public record InspectingPolicy(EgressPolicy policy, ConnectionInspector inspector) implements EgressPolicy {
    static EgressPolicy of(EgressPolicy policy, ConnectionInspector inspector) {
        return new InspectingPolicy(policy, inspector);
    }

    @Override
    public FlowDecision decide(Destination destination) {
        return policy.decide(destination);
    }

    @Override
    public FlowDecision decide(Destination destination, UnaryOperator<FlowDecision> check) {
        return policy.decide(destination, check);
    }

    @Override
    public boolean namesPrograms() {
        return policy.namesPrograms();
    }

    @Override
    public @Nullable NameBudget names() {
        return policy.names();
    }

    @Override
    public boolean wellKnown(String name) {
        return policy.wellKnown(name);
    }

    @Override
    public void refused(Destination destination, String rule) {
        policy.refused(destination, rule);
    }

    @Override
    public PendingApproval hold(
            Destination destination, UnaryOperator<FlowDecision> check, Consumer<FlowDecision> answer) {
        return policy.hold(destination, check, answer);
    }
}
