package dev.belljar.agent.policy;

import dev.belljar.agent.gateway.Decision;
import dev.belljar.agent.gateway.Destination;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// One question that waits, and who waits for its answer; `askers` is guarded by the inbox.
record Question(String id, SandboxPolicy policy, Key key, long asked, long expires, List<Asker> askers) {
    /// What makes two questions one: a sandbox that wants to go to one place. Connections to a name are one
    /// question whatever address it had.
    record Key(String sandbox, String protocol, String where, int port, boolean named, String address) {
        static Key of(String sandbox, Destination wanted) {
            boolean question = wanted.protocol().equals("dns");
            String name = wanted.name();
            String canonical = name == null ? "" : HostName.canonical(name).orElse(name);
            return new Key(
                    sandbox,
                    wanted.protocol(),
                    name == null ? wanted.address() : canonical,
                    question ? 0 : wanted.port(),
                    name != null,
                    wanted.address());
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && sandbox.equals(key.sandbox)
                    && protocol.equals(key.protocol)
                    && where.equals(key.where)
                    && port == key.port
                    && named == key.named;
        }

        @Override
        public int hashCode() {
            return java.util.Objects.hash(sandbox, protocol, where, port, named);
        }

        Destination destination() {
            return new Destination(protocol, address, port, named ? where : null);
        }
    }

    /// One connection, or one DNS question, that waits.
    static final class Asker {
        private final Destination destination;
        private final Consumer<Decision> answer;
        private final AtomicBoolean done = new AtomicBoolean();

        Asker(Destination destination, Consumer<Decision> answer) {
            this.destination = destination;
            this.answer = answer;
        }

        Destination destination() {
            return destination;
        }

        /// Gives the answer, if it still waits for one; the verdict it got.
        Optional<Verdict> tell(Decider decider) {
            if (!done.compareAndSet(false, true)) {
                return Optional.empty();
            }
            Decision decided = decider.decide(destination);
            // A rule that went again between review and release: nobody may wait for ever.
            Decision given = decided.verdict() == Verdict.HELD
                    ? new Decision(Verdict.REFUSED, "the policy changed meanwhile: try again")
                    : decided;
            answer.accept(given);
            return Optional.of(given.verdict());
        }

        /// Does not want an answer any more.
        void leave() {
            done.set(true);
        }
    }

    /// What becomes of each of those that wait.
    @FunctionalInterface
    interface Decider {
        Decision decide(Destination destination);
    }

    String words() {
        return Ledger.words(key.destination());
    }

    boolean ofName() {
        return key.protocol().equals("dns");
    }

    Approval view() {
        return new Approval(
                id,
                key.sandbox(),
                policy.subject().name(),
                asked,
                expires,
                key.protocol(),
                key.named() ? key.where() : null,
                ofName() ? null : key.address(),
                key.port(),
                null,
                askers.size());
    }
}
