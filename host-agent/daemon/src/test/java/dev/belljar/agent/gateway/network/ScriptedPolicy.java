package dev.belljar.agent.gateway.network;

import dev.belljar.agent.gateway.ConnectionInspector;
import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.FlowGrant;
import dev.belljar.agent.gateway.PendingApproval;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RuleLayer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// A policy with decisions that a test sets; it records the destinations it was asked about.
public final class ScriptedPolicy implements EgressPolicy {
    /// A grant that names addresses, counts the bytes sent, and can be revoked.
    public static final class Measured implements FlowGrant {
        final AtomicLong left;
        public final AtomicBoolean stands = new AtomicBoolean(true);
        private final boolean namesAddress;

        public Measured(long left, boolean namesAddress) {
            this.left = new AtomicLong(left);
            this.namesAddress = namesAddress;
        }

        @Override
        public boolean namesAddress() {
            return namesAddress;
        }

        @Override
        public boolean namesExactly() {
            return namesAddress;
        }

        @Override
        public long upload(long bytes) {
            long before = left.getAndUpdate(now -> now - Math.min(now, bytes));
            return Math.min(before, bytes);
        }

        @Override
        public boolean stands() {
            return stands.get();
        }
    }

    /// An inspector that claims to end TLS to one name.
    public record Ending(String name, ConnectionInspector behind) implements ConnectionInspector {
        @Override
        public dev.belljar.agent.sockets.OutboundConnection inspect(Opening opening) throws java.io.IOException {
            return behind.inspect(opening);
        }

        @Override
        public boolean ends(String asked) {
            return asked.equals(name);
        }
    }

    public record HeldFlow(Destination destination, Consumer<FlowDecision> answer) {}

    private record Rule(Predicate<Destination> match, FlowDecision decision) {}

    public boolean namesPrograms;
    public final List<String> wellKnown = new ArrayList<>();
    public ConnectionInspector inspector = ConnectionInspector.NONE;
    public final List<Destination> asked = new CopyOnWriteArrayList<>();
    public final BlockingQueue<HeldFlow> held = new LinkedBlockingQueue<>();
    private final List<Rule> rules = new ArrayList<>();

    public static Measured naming() {
        return new Measured(Long.MAX_VALUE, true);
    }

    public ScriptedPolicy rule(Predicate<Destination> match, FlowDecision decision) {
        rules.add(new Rule(match, decision));
        return this;
    }

    public ScriptedPolicy allow(Predicate<Destination> match) {
        return rule(match, FlowDecision.allowed("allowed by test", naming(), RuleLayer.SANDBOX));
    }

    public ScriptedPolicy hold(Predicate<Destination> match) {
        // Documentation addresses are held for an approval as if they were public.
        return rule(match, new FlowDecision(Verdict.HELD, "held by test", naming(), null, RuleLayer.NETWORK_MODE));
    }

    /// Waits for the next approval and answers it.
    public void answerNext(FlowDecision decision) {
        try {
            held.take().answer().accept(decision);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public FlowDecision decide(Destination destination, UnaryOperator<FlowDecision> check) {
        asked.add(destination);
        return check.apply(rules.stream()
                .filter(rule -> rule.match.test(destination))
                .findFirst()
                .map(Rule::decision)
                .orElse(new FlowDecision(Verdict.REFUSED, "closed")));
    }

    @Override
    public boolean wellKnown(String name) {
        return wellKnown.contains(name);
    }

    @Override
    public boolean namesPrograms() {
        return namesPrograms;
    }

    @Override
    public ConnectionInspector inspector() {
        return inspector;
    }

    @Override
    public PendingApproval hold(
            Destination destination, UnaryOperator<FlowDecision> check, Consumer<FlowDecision> answer) {
        HeldFlow held = new HeldFlow(destination, given -> answer.accept(check.apply(given)));
        this.held.add(held);
        return () -> this.held.remove(held);
    }
}
