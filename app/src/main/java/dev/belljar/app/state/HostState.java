package dev.belljar.app.state;

import dev.belljar.client.AgentStarter;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.storage.TrashItem;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The view state of the window's frame: whether the host agent answers, the host, all sandboxes, all
/// snapshots (also those of destroyed sandboxes), and the trash.
///
/// `problem` says why the host agent does not answer; the rest keeps its last values, so that nothing
/// disappears meanwhile. `at` is the time of the state, milliseconds since the epoch.
public record HostState(
        AgentConnection connection,
        @Nullable HostStatus host,
        List<SandboxViewState> sandboxes,
        List<Snapshot> snapshots,
        List<TrashItem> trash,
        @Nullable Problem problem,
        long at) {
    /// The connection to the host agent.
    public enum AgentConnection {
        CONNECTING,
        UP,
        DOWN
    }

    public HostState {
        sandboxes = List.copyOf(sandboxes);
        snapshots = List.copyOf(snapshots);
        trash = List.copyOf(trash);
    }

    /// Returns the state before the first answer.
    public static HostState unknown(long at) {
        return new HostState(AgentConnection.CONNECTING, null, List.of(), List.of(), List.of(), null, at);
    }

    /// Returns this state with the reason why there is no newer one.
    public HostState lost(Problem why, long now) {
        return new HostState(AgentConnection.DOWN, host, sandboxes, snapshots, trash, why, now);
    }

    /// Returns this state with a newer status of the host.
    HostState with(HostStatus newer, long now) {
        return new HostState(AgentConnection.UP, newer, sandboxes, snapshots, trash, null, now);
    }

    HostState withSandboxes(List<SandboxViewState> newer) {
        return new HostState(connection, host, newer, snapshots, trash, problem, at);
    }

    HostState withSnapshots(List<Snapshot> newer) {
        return new HostState(connection, host, sandboxes, newer, trash, problem, at);
    }

    HostState withTrash(List<TrashItem> newer) {
        return new HostState(connection, host, sandboxes, snapshots, newer, problem, at);
    }

    /// True if the host agent was stopped on purpose, and waits to be started.
    public boolean stopped() {
        return connection == AgentConnection.DOWN
                && problem != null
                && problem.code().equals(AgentStarter.STOPPED.code());
    }

    /// Returns the sandbox with this name.
    public Optional<SandboxViewState> sandbox(String name) {
        return sandboxes.stream().filter(p -> p.name().equals(name)).findFirst();
    }

    /// Returns the number of running machines.
    public long running() {
        return sandboxes.stream().filter(p -> p.state() == SandboxState.RUNNING).count();
    }

    /// Returns the memory that all running machines use, in bytes.
    public long memory() {
        return sandboxes.stream().mapToLong(SandboxViewState::memory).sum();
    }

    /// Returns the CPU that all running machines use, in thousandths of one CPU.
    public int cpuPermille() {
        return sandboxes.stream().mapToInt(SandboxViewState::cpuPermille).sum();
    }
}
