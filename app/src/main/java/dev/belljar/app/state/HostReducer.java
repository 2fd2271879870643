package dev.belljar.app.state;

import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.HostStatus;
import dev.belljar.contract.view.TrashItem;
import java.util.Comparator;
import java.util.List;

/// Computes the next state of the host from the state before and an answer of the host agent.
final class HostReducer {
    private HostReducer() {}

    /// Lists that are requested less often, since they change seldom.
    record SnapshotsAndTrash(List<Snapshot> snapshots, List<TrashItem> trash) {}

    /// Returns the state after a new answer. Sandboxes keep the order in which they were created.
    static HostState fold(HostState before, HostStatus host, List<Sandbox> seen, SnapshotsAndTrash lists, long now) {
        List<SandboxViewState> sandboxes = seen.stream()
                .filter(s -> s.status().state() != SandboxState.DESTROYED)
                .sorted(Comparator.comparingLong(Sandbox::created).thenComparing(Sandbox::id))
                .map(s -> earlier(before, s).next(s))
                .toList();
        return new HostState(
                HostState.AgentConnection.UP, host, sandboxes, lists.snapshots(), lists.trash(), null, now);
    }

    private static SandboxViewState earlier(HostState before, Sandbox sandbox) {
        return before.sandboxes().stream()
                .filter(p -> p.id().equals(sandbox.id()))
                .findFirst()
                .orElseGet(() -> new SandboxViewState(sandbox, List.of()));
    }
}
