package dev.belljar.client.command;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Everything a word can stand for, and what it does stand for.
///
/// An id is meant before a name, a name before the first digits of an id; a word that fits two things is refused,
/// because the wrong one of them might be restored, or deleted.
record Moments(List<Sandbox> sandboxes, List<Snapshot> snapshots) {
    private static final ProblemCode UNKNOWN = new ProblemCode("moment.not-found", 404);
    private static final ProblemCode AMBIGUOUS = new ProblemCode("moment.ambiguous", 409);
    private static final int LEAST_DIGITS = 4;

    Moments {
        sandboxes = List.copyOf(sandboxes);
        snapshots = List.copyOf(snapshots);
    }

    /// What there is now.
    static Moments of(AgentClient agent) throws AgentException, InterruptedException {
        return new Moments(agent.list(), agent.snapshots());
    }

    /// The snapshot or sandbox a word stands for.
    ///
    /// @throws AgentException when it fits nothing, or more than one thing
    Moment any(String word) throws AgentException {
        return find(word).orElseThrow(() -> unknown(word, "the id or name of a snapshot or a sandbox"));
    }

    /// The same, or empty when the word fits nothing.
    Optional<Moment> find(String word) throws AgentException {
        List<Moment> all = new ArrayList<>();
        sandboxes.forEach(sandbox -> all.add(new Moment.Now(sandbox)));
        snapshots.forEach(snapshot -> all.add(new Moment.Saved(snapshot)));
        return one(word, all);
    }

    /// The snapshot a word stands for; names of sandboxes do not count.
    ///
    /// @throws AgentException when it fits none, or more than one
    Snapshot snapshot(String word) throws AgentException {
        List<Moment> saved = new ArrayList<>();
        snapshots.forEach(snapshot -> saved.add(new Moment.Saved(snapshot)));
        Optional<Moment> found = one(word, saved);
        if (found.isPresent() && found.get() instanceof Moment.Saved(Snapshot snapshot)) {
            return snapshot;
        }
        throw unknown(word, "the id or name of a snapshot");
    }

    private static Optional<Moment> one(String word, List<Moment> all) throws AgentException {
        List<Predicate<Moment>> rules = List.of(
                moment -> moment.id().equals(word),
                moment -> named(moment, word),
                moment -> word.length() >= LEAST_DIGITS && moment.id().startsWith(word));
        for (Predicate<Moment> rule : rules) {
            List<Moment> fitting = all.stream().filter(rule).toList();
            if (fitting.size() > 1) {
                throw ambiguous(word, fitting);
            }
            if (!fitting.isEmpty()) {
                return Optional.of(fitting.getFirst());
            }
        }
        return Optional.empty();
    }

    private static boolean named(Moment moment, String word) {
        return switch (moment) {
            case Moment.Saved(Snapshot snapshot) -> word.equals(snapshot.name());
            case Moment.Now(Sandbox sandbox) -> word.equals(sandbox.spec().name());
        };
    }

    private static AgentException unknown(String word, String expected) {
        return new AgentException(
                Problem.of(
                        UNKNOWN,
                        "no such moment",
                        "\"%s\": expected %s".formatted(word, expected),
                        "`belljar snapshots` and `belljar list` show what there is."),
                null);
    }

    private static AgentException ambiguous(String word, List<Moment> fitting) {
        String all = fitting.stream().map(Moment::words).collect(Collectors.joining("; "));
        return new AgentException(
                Problem.of(
                        AMBIGUOUS,
                        "ambiguous",
                        "\"%s\" can be any of %d: %s".formatted(word, fitting.size(), all),
                        "Give the id instead."),
                null);
    }
}
