package dev.belljar.app.state;

import dev.belljar.client.AgentStarter;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.HostStatus;
import dev.belljar.contract.view.TrashItem;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The view state of the window's frame: whether the host agent answers, the host, all sandboxes, all
/// snapshots (also those of destroyed sandboxes), and the trash.
///
/// `problem` says why the host agent does not answer; the rest keeps its last values, so that nothing
/// disappears meanwhile. `at` is the time of the state, milliseconds since the epoch.
public record HostState(
        Link link,
        @Nullable HostStatus host,
        List<ProjectState> projects,
        List<Snapshot> snapshots,
        List<TrashItem> trash,
        @Nullable Problem problem,
        long at) {
    /// The connection to the host agent.
    public enum Link {
        CONNECTING,
        UP,
        DOWN
    }

    public HostState {
        projects = List.copyOf(projects);
        snapshots = List.copyOf(snapshots);
        trash = List.copyOf(trash);
    }

    /// Returns the state before the first answer.
    public static HostState unknown(long at) {
        return new HostState(Link.CONNECTING, null, List.of(), List.of(), List.of(), null, at);
    }

    /// Returns this state with the reason why there is no newer one.
    public HostState lost(Problem why, long now) {
        return new HostState(Link.DOWN, host, projects, snapshots, trash, why, now);
    }

    /// True if the host agent was stopped on purpose, and waits to be started.
    public boolean stopped() {
        return link == Link.DOWN && problem != null && problem.code().equals(AgentStarter.STOPPED.code());
    }

    /// Returns the sandbox with this name.
    public Optional<ProjectState> project(String name) {
        return projects.stream().filter(p -> p.name().equals(name)).findFirst();
    }

    /// Returns the number of running machines.
    public long running() {
        return projects.stream().filter(p -> p.state() == SandboxState.RUNNING).count();
    }

    /// Returns the memory that all running machines use, in bytes.
    public long memory() {
        return projects.stream().mapToLong(ProjectState::memory).sum();
    }

    /// Returns the CPU that all running machines use, in thousandths of one CPU.
    public int cpuPermille() {
        return projects.stream().mapToInt(ProjectState::cpuPermille).sum();
    }
}
