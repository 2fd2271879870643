package dev.belljar.agent.gateway;

import dev.belljar.contract.event.Verdict;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Decides about a destination the first time a flow or name asks for it. Safe for several threads.
public interface EgressPolicy {
    /// The decision and the rule behind it, in words, without waiting; `HELD` where no rule speaks and a person
    /// is to be asked with `hold`.
    ///
    /// `check` may turn a decision into a refusal. It sees every decision before that is counted or recorded,
    /// so that nothing is told of as allowed that is refused in the end; it must do nothing else.
    FlowDecision decide(Destination destination, UnaryOperator<FlowDecision> check);

    /// The decision where nothing else may refuse.
    default FlowDecision decide(Destination destination) {
        return decide(destination, UnaryOperator.identity());
    }

    /// Whether a decision may depend on the process that wants something, so that it is worth waiting for.
    default boolean namesPrograms() {
        return false;
    }

    /// Puts a destination for which `decide` gave `HELD` before a person; a policy that can ask nobody refuses.
    ///
    /// `answer` is told once, with `ALLOWED` or `REFUSED` as `check` left it, from any thread (this one too),
    /// at the latest when the question's time is over; never after the hold was closed.
    default PendingApproval hold(
            Destination destination, UnaryOperator<FlowDecision> check, Consumer<FlowDecision> answer) {
        answer.accept(new FlowDecision(Verdict.REFUSED, "nobody can be asked"));
        return () -> {};
    }

    /// Told of every flow and question that was refused in the end, by whatever refused it, with the reason in
    /// words; at a guest's pace, so that it must not block long.
    default void refused(Destination destination, String rule) {}

    /// How many new names may be asked for, over restarts; null for a budget that each network begins anew.
    default @Nullable NameBudget names() {
        return null;
    }

    /// What looks into connections that were allowed.
    default ConnectionInspector inspector() {
        return ConnectionInspector.NONE;
    }

    /// Nothing is allowed, nobody is asked; the rule says so.
    static EgressPolicy closed() {
        return (destination, check) -> new FlowDecision(Verdict.REFUSED, "closed");
    }
}
