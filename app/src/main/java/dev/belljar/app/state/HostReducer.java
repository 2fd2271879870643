package dev.belljar.app.state;

import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.contract.view.host.HostGauges;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.process.SandboxGauges;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Computes the next state of the host from the state before and an answer of the host agent.
final class HostReducer {
    private HostReducer() {}

    /// Returns the state with a new list of the sandboxes, in the order in which they were created, each with its
    /// last known figures.
    static HostState list(HostState before, List<Sandbox> seen) {
        Map<String, SandboxViewState> known =
                before.sandboxes().stream().collect(Collectors.toMap(SandboxViewState::id, Function.identity()));
        return before.withSandboxes(seen.stream()
                .filter(s -> s.status().state() != SandboxState.DESTROYED)
                .sorted(Comparator.comparingLong(Sandbox::created).thenComparing(Sandbox::id))
                .map(s -> {
                    SandboxViewState earlier = known.get(s.id());
                    return earlier == null
                            ? new SandboxViewState(s, List.of())
                            : new SandboxViewState(s, earlier.cpu(), earlier.sync());
                })
                .toList());
    }

    /// Returns the state with the states of all syncs.
    static HostState syncs(HostState before, List<SyncStatus> seen) {
        Map<String, SyncStatus> known =
                seen.stream().collect(Collectors.toMap(SyncStatus::sandbox, Function.identity()));
        return before.withSandboxes(before.sandboxes().stream()
                .map(sandbox -> sandbox.with(known.get(sandbox.id())))
                .toList());
    }

    /// Returns the state after a reading of the gauges.
    static HostState gauges(HostState before, HostGauges gauges, long now) {
        Map<String, SandboxGauges> each =
                gauges.sandboxes().stream().collect(Collectors.toMap(SandboxGauges::id, Function.identity()));
        HostStatus host = before.host();
        return (host == null ? before : before.with(host.with(gauges), now))
                .withSandboxes(before.sandboxes().stream()
                        .map(sandbox -> sandbox.next(each.get(sandbox.id())))
                        .toList());
    }
}
