package dev.belljar.agent.policy.approval;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.contract.event.Verdict;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A connection or DNS query that waits for the answer.
final class WaitingConnection {
    private final Destination destination;
    private final UnaryOperator<FlowDecision> check;
    private final Consumer<FlowDecision> answer;
    private final AtomicBoolean done = new AtomicBoolean();

    WaitingConnection(Destination destination, UnaryOperator<FlowDecision> check, Consumer<FlowDecision> answer) {
        this.destination = destination;
        this.check = check;
        this.answer = answer;
    }

    Destination destination() {
        return destination;
    }

    /// Gives the decision if the asker still waits, and returns its verdict.
    Optional<Verdict> tell(Decider decider) {
        if (!done.compareAndSet(false, true)) {
            return Optional.empty();
        }
        FlowDecision decided = decider.decide(destination, check);
        // The rule was removed again between review and release; without this the connection would wait for
        // ever.
        FlowDecision given = decided.verdict() == Verdict.HELD
                ? new FlowDecision(
                        Verdict.REFUSED, "the policy changed while you were answering; the program must connect again")
                : decided;
        answer.accept(given);
        return Optional.of(given.verdict());
    }

    /// Stops waiting for an answer.
    void leave() {
        done.set(true);
    }

    /// Decides for each waiting connection.
    @FunctionalInterface
    interface Decider {
        FlowDecision decide(Destination destination, UnaryOperator<FlowDecision> check);
    }
}
