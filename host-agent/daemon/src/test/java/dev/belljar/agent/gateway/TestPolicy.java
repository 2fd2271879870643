package dev.belljar.agent.gateway;

import dev.belljar.contract.event.Verdict;
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

/// A policy made of what a test says, which remembers what it was asked.
final class TestPolicy implements Policy {
    /// Names addresses, measures what leaves, and can be taken back.
    static final class Measured implements Grant {
        final AtomicLong left;
        final AtomicBoolean stands = new AtomicBoolean(true);
        private final boolean namesAddress;

        Measured(long left, boolean namesAddress) {
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

    /// Ends TLS to one name, so it says.
    record Ending(String name, Inspector behind) implements Inspector {
        @Override
        public dev.belljar.agent.carry.Stream inspect(Opening opening) throws java.io.IOException {
            return behind.inspect(opening);
        }

        @Override
        public boolean ends(String asked) {
            return asked.equals(name);
        }
    }

    record Question(Destination destination, Consumer<Decision> answer) {}

    private record Rule(Predicate<Destination> match, Decision decision) {}

    boolean namesPrograms;
    Inspector inspector = Inspector.NONE;
    final List<Destination> asked = new CopyOnWriteArrayList<>();
    final BlockingQueue<Question> questions = new LinkedBlockingQueue<>();
    private final List<Rule> rules = new ArrayList<>();

    static Measured naming() {
        return new Measured(Long.MAX_VALUE, true);
    }

    TestPolicy rule(Predicate<Destination> match, Decision decision) {
        rules.add(new Rule(match, decision));
        return this;
    }

    TestPolicy allow(Predicate<Destination> match) {
        return rule(match, Decision.allowed("allowed by test", naming()));
    }

    TestPolicy hold(Predicate<Destination> match) {
        // A person is asked about addresses of the documentation, as if they were public.
        return rule(match, new Decision(Verdict.HELD, "held by test", naming()));
    }

    /// Waits for the next question and answers it.
    void answerNext(Decision decision) {
        try {
            questions.take().answer().accept(decision);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Decision decide(Destination destination, UnaryOperator<Decision> check) {
        asked.add(destination);
        return check.apply(rules.stream()
                .filter(rule -> rule.match.test(destination))
                .findFirst()
                .map(Rule::decision)
                .orElse(new Decision(Verdict.REFUSED, "closed")));
    }

    @Override
    public boolean namesPrograms() {
        return namesPrograms;
    }

    @Override
    public Inspector inspector() {
        return inspector;
    }

    @Override
    public Hold hold(Destination destination, UnaryOperator<Decision> check, Consumer<Decision> answer) {
        Question question = new Question(destination, given -> answer.accept(check.apply(given)));
        questions.add(question);
        return () -> questions.remove(question);
    }
}
