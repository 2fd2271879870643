package dev.belljar.client.console;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Resolves words on the command line to snapshots and sandboxes.
///
/// An id takes precedence over a name, and a name over the first digits of an id; an ambiguous word is refused,
/// because the wrong item might be restored or deleted.
public record SnapshotRefs(List<Sandbox> sandboxes, List<Snapshot> snapshots) {
    private static final ProblemCode UNKNOWN = new ProblemCode("snapshot.not-found", 404);
    private static final ProblemCode AMBIGUOUS = new ProblemCode("snapshot.ambiguous", 409);
    private static final int LEAST_DIGITS = 4;

    public SnapshotRefs {
        sandboxes = List.copyOf(sandboxes);
        snapshots = List.copyOf(snapshots);
    }

    /// Reads the present sandboxes and snapshots.
    public static SnapshotRefs of(AgentClient agent) throws AgentException, InterruptedException {
        return new SnapshotRefs(agent.call(SandboxApi.LIST), agent.call(SnapshotApi.LIST_ALL));
    }

    /// Returns the snapshot or sandbox that a word refers to.
    ///
    /// @throws AgentException if the word matches nothing, or more than one item
    public SnapshotRef any(String word) throws AgentException {
        return find(word).orElseThrow(() -> unknown(word, "snapshot or sandbox"));
    }

    /// Like `any`, but returns empty if the word matches nothing.
    public Optional<SnapshotRef> find(String word) throws AgentException {
        List<SnapshotRef> all = new ArrayList<>();
        sandboxes.forEach(sandbox -> all.add(new SnapshotRef.CurrentSandbox(sandbox)));
        snapshots.forEach(snapshot -> all.add(new SnapshotRef.TakenSnapshot(snapshot)));
        return one(word, all);
    }

    /// Returns the snapshot that a word refers to; names of sandboxes are not considered.
    ///
    /// @throws AgentException if the word matches no snapshot, or more than one
    public Snapshot snapshot(String word) throws AgentException {
        List<SnapshotRef> saved = new ArrayList<>();
        snapshots.forEach(snapshot -> saved.add(new SnapshotRef.TakenSnapshot(snapshot)));
        Optional<SnapshotRef> found = one(word, saved);
        if (found.isPresent() && found.get() instanceof SnapshotRef.TakenSnapshot(Snapshot snapshot)) {
            return snapshot;
        }
        throw unknown(word, "snapshot");
    }

    private static Optional<SnapshotRef> one(String word, List<SnapshotRef> all) throws AgentException {
        List<Predicate<SnapshotRef>> rules = List.of(
                ref -> ref.id().equals(word),
                ref -> named(ref, word),
                ref -> word.length() >= LEAST_DIGITS && ref.id().startsWith(word));
        for (Predicate<SnapshotRef> rule : rules) {
            List<SnapshotRef> fitting = chosen(all.stream().filter(rule).toList());
            if (fitting.size() > 1) {
                throw ambiguous(word, fitting);
            }
            if (!fitting.isEmpty()) {
                return Optional.of(fitting.getFirst());
            }
        }
        return Optional.empty();
    }

    /// A guest has some influence on the names of automatic snapshots, but must not make another name
    /// ambiguous.
    private static List<SnapshotRef> chosen(List<SnapshotRef> fitting) {
        List<SnapshotRef> chosen =
                fitting.stream().filter(ref -> !automatic(ref)).toList();
        return chosen.isEmpty() ? fitting : chosen;
    }

    private static boolean automatic(SnapshotRef ref) {
        return ref instanceof SnapshotRef.TakenSnapshot(Snapshot snapshot) && snapshot.automatic() != null;
    }

    private static boolean named(SnapshotRef ref, String word) {
        return switch (ref) {
            case SnapshotRef.TakenSnapshot(Snapshot snapshot) -> word.equals(snapshot.name());
            case SnapshotRef.CurrentSandbox(Sandbox sandbox) ->
                word.equals(sandbox.spec().name());
        };
    }

    private static AgentException unknown(String word, String expected) {
        return new AgentException(
                Problem.of(
                        UNKNOWN,
                        "no such snapshot",
                        "\"%s\": no %s has this id or name".formatted(word, expected),
                        "`belljar snapshots` and `belljar list` show the ids and names."),
                null);
    }

    private static AgentException ambiguous(String word, List<SnapshotRef> fitting) {
        String all = fitting.stream().map(SnapshotRef::words).collect(Collectors.joining("; "));
        return new AgentException(
                Problem.of(
                        AMBIGUOUS,
                        "ambiguous",
                        "\"%s\" matches %d snapshots or sandboxes: %s".formatted(word, fitting.size(), all),
                        "Use the full id instead."),
                null);
    }
}
