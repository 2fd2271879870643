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

/// Everything the frame shows: whether the agent answers, this host, all sandboxes and their snapshots, also of
/// such as are gone, and what can be brought back.
///
/// `problem` says why the agent does not answer; what was known before stays, so that nothing vanishes meanwhile.
public record HostState(
        Link link,
        @Nullable HostStatus host,
        List<ProjectState> projects,
        List<Snapshot> snapshots,
        List<TrashItem> trash,
        @Nullable Problem problem,
        long at) {
    /// Whether the agent answers.
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

    /// Nothing is known yet.
    public static HostState unknown(long at) {
        return new HostState(Link.CONNECTING, null, List.of(), List.of(), List.of(), null, at);
    }

    /// The same knowledge, with the reason why there is no newer.
    public HostState lost(Problem why, long now) {
        return new HostState(Link.DOWN, host, projects, snapshots, trash, why, now);
    }

    /// Whether the agent was stopped on purpose, and waits to be started.
    public boolean stopped() {
        return link == Link.DOWN && problem != null && problem.code().equals(AgentStarter.STOPPED.code());
    }

    /// The sandbox with this name.
    public Optional<ProjectState> project(String name) {
        return projects.stream().filter(p -> p.name().equals(name)).findFirst();
    }

    /// How many machines run.
    public long running() {
        return projects.stream().filter(p -> p.state() == SandboxState.RUNNING).count();
    }

    /// Memory of all running machines, bytes.
    public long memory() {
        return projects.stream().mapToLong(ProjectState::memory).sum();
    }

    /// CPU of all running machines, thousandths of one CPU.
    public int cpuPermille() {
        return projects.stream().mapToInt(ProjectState::cpuPermille).sum();
    }
}
