package dev.belljar.agent.gateway;

import dev.belljar.contract.event.Verdict;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Decides about a destination when a flow or DNS question first asks for it. Safe for several threads.
public interface EgressPolicy {
    /// The decision and the rule behind it, in words, without waiting; `HELD` if no rule matches and the
    /// developer is to be asked with `hold`.
    ///
    /// `check` may turn a decision into a refusal. It gets every decision before it is counted or recorded, so
    /// that nothing is reported as allowed that is refused in the end. It must have no other effect.
    FlowDecision decide(Destination destination, UnaryOperator<FlowDecision> check);

    /// The decision without a further check.
    default FlowDecision decide(Destination destination) {
        return decide(destination, UnaryOperator.identity());
    }

    /// Whether a decision may depend on the process, so that waiting for the guest's report is worth it.
    default boolean namesPrograms() {
        return false;
    }

    /// Asks the developer about a destination for which `decide` gave `HELD`; a policy that cannot ask refuses.
    ///
    /// `answer` is called once, on any thread (this one too), with `ALLOWED` or `REFUSED` after `check`, at the
    /// latest when the approval times out; never after the approval was closed.
    default PendingApproval hold(
            Destination destination, UnaryOperator<FlowDecision> check, Consumer<FlowDecision> answer) {
        answer.accept(new FlowDecision(Verdict.REFUSED, "approvals are not available"));
        return () -> {};
    }

    /// Called for every flow and DNS question that was refused in the end, by any part, with the reason in
    /// words. A guest decides how often, so it must not block long.
    default void refused(Destination destination, String rule) {}

    /// The budget of new names, kept over restarts; null for a budget that each network starts fresh.
    default @Nullable NameBudget names() {
        return null;
    }

    /// Whether everybody knows this name, so that its look-up tells nobody anything about the machine's work.
    default boolean wellKnown(String name) {
        return false;
    }

    /// The inspector of allowed connections.
    default ConnectionInspector inspector() {
        return ConnectionInspector.NONE;
    }

    /// A policy that allows nothing and never asks.
    static EgressPolicy closed() {
        return (destination, check) -> new FlowDecision(Verdict.REFUSED, "closed");
    }
}
