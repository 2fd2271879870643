package dev.belljar.agent.branch;

import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.List;
import java.util.Optional;

/// Finds snapshots by id or name.
record SnapshotLookup(SnapshotStore snapshots) {
    /// The snapshot with this id or name.
    ///
    /// @throws BelljarException when there is none
    Snapshot required(String what) throws BelljarException {
        Optional<Snapshot> found = find(what);
        return found.isPresent() ? found.get() : snapshots.find(what).snapshot();
    }

    /// Finds a snapshot by id, or by name if the name is unique.
    Optional<Snapshot> find(String what) throws SandboxException {
        List<Snapshot> all = snapshots.list();
        List<Snapshot> fitting =
                all.stream().filter(snapshot -> snapshot.id().equals(what)).toList();
        if (fitting.isEmpty()) {
            fitting = all.stream()
                    .filter(snapshot -> what.equals(snapshot.name()))
                    .toList();
        }
        // A guest has some influence on the names of automatic ones, but must not make another name ambiguous.
        if (fitting.size() > 1) {
            List<Snapshot> chosen = fitting.stream()
                    .filter(snapshot -> snapshot.automatic() == null)
                    .toList();
            fitting = chosen.isEmpty() ? fitting : chosen;
        }
        if (fitting.size() > 1) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST,
                    "%d snapshots are called \"%s\": expected the id of one, such as %s"
                            .formatted(fitting.size(), what, fitting.getLast().id()),
                    "`belljar snapshots` lists them.");
        }
        return fitting.stream().findFirst();
    }
}
