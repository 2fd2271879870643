package dev.belljar.agent.policy;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.SendingProcess;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A waiting approval and the connections that wait for its answer; `connections` is guarded by the lock of the
/// inbox.
record ApprovalRequest(
        String id, SandboxPolicy policy, Key key, long asked, long expires, List<WaitingConnection> connections) {
    /// Connections with equal keys share one approval: the same program of a sandbox and the same destination.
    /// Connections to a name share it whatever address the name had, unless `exact` is set because the address
    /// is not public; `sender` is the first process that asked.
    record Key(
            String sandbox,
            String protocol,
            String where,
            int port,
            boolean named,
            String address,
            boolean exact,
            @Nullable SendingProcess sender) {
        static Key of(String sandbox, Destination destination) {
            boolean dns = destination.protocol().equals("dns");
            String name = destination.name();
            String canonical = name == null ? "" : HostName.canonical(name).orElse(name);
            return new Key(
                    sandbox,
                    destination.protocol(),
                    name == null ? destination.address() : canonical,
                    dns ? 0 : destination.port(),
                    name != null,
                    destination.address(),
                    name != null && (dns ? destination.leads() : destination.special() != null),
                    destination.sender());
        }

        @Nullable
        String program() {
            return sender == null ? null : sender.word();
        }

        /// Whether the approval is for a name only, before its address is known.
        boolean plainName() {
            return protocol.equals("dns") && !exact;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && sandbox.equals(key.sandbox)
                    && protocol.equals(key.protocol)
                    && where.equals(key.where)
                    && port == key.port
                    && named == key.named
                    && exact == key.exact
                    && (!exact || address.equals(key.address))
                    && Objects.equals(program(), key.program());
        }

        @Override
        public int hashCode() {
            return Objects.hash(sandbox, protocol, where, port, named, program());
        }

        Destination destination() {
            return new Destination(protocol, address, port, named ? where : null, sender);
        }
    }

    /// A connection or DNS query that waits for the answer.
    static final class WaitingConnection {
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
                    ? new FlowDecision(Verdict.REFUSED, "the policy changed while you answered: try again")
                    : decided;
            answer.accept(given);
            return Optional.of(given.verdict());
        }

        /// Stops waiting for an answer.
        void leave() {
            done.set(true);
        }
    }

    /// Decides for each waiting connection.
    @FunctionalInterface
    interface Decider {
        FlowDecision decide(Destination destination, UnaryOperator<FlowDecision> check);
    }

    String words() {
        return AuditRecorder.words(key.destination());
    }

    boolean ofName() {
        return key.protocol().equals("dns");
    }

    Approval view() {
        SendingProcess sender = key.sender();
        return new Approval(
                id,
                key.sandbox(),
                policy.subject().name(),
                asked,
                expires,
                key.protocol(),
                key.named() ? key.where() : null,
                key.plainName() ? null : key.address(),
                key.port(),
                key.program(),
                connections.size(),
                sender == null ? null : sender.view(),
                key.exact() ? key.destination().special() : null);
    }
}
