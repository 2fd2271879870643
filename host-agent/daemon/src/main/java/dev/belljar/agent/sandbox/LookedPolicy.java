package dev.belljar.agent.sandbox;

import dev.belljar.agent.gateway.Decision;
import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.Hold;
import dev.belljar.agent.gateway.Inspector;
import dev.belljar.agent.gateway.NameBudget;
import dev.belljar.agent.gateway.Policy;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A policy whose connections are looked into.
record LookedPolicy(Policy policy, Inspector inspector) implements Policy {
    static Policy of(Policy policy, Inspector inspector) {
        return new LookedPolicy(policy, inspector);
    }

    @Override
    public Decision decide(Destination destination) {
        return policy.decide(destination);
    }

    @Override
    public Decision decide(Destination destination, UnaryOperator<Decision> check) {
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
    public void refused(Destination destination, String rule) {
        policy.refused(destination, rule);
    }

    @Override
    public Hold hold(Destination destination, UnaryOperator<Decision> check, Consumer<Decision> answer) {
        return policy.hold(destination, check, answer);
    }
}
