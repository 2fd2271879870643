package dev.belljar.contract.sandbox;

import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.problem.Problem;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The observed status of a sandbox: state, readiness, figures and the last problem. `since` is the time when
/// the state began, milliseconds since the epoch. `setup` is the setup of the project's environment, null if
/// none was begun. `agents` are the coding agents that run or ran in it, the oldest first.
public record SandboxStatus(
        SandboxState state,
        long since,
        List<Requirement> requirements,
        @Nullable Gauges gauges,
        @Nullable Problem problem,
        List<Guarantee> guarantees,
        boolean observed,
        long lastSeq,
        @Nullable SetupStatus setup,
        List<CodingAgentStatus> agents) {
    public SandboxStatus {
        requirements = List.copyOf(requirements);
        guarantees = List.copyOf(guarantees);
        agents = agents == null ? List.of() : List.copyOf(agents); // older host agents do not send them
    }

    /// The status of a sandbox without coding agents.
    public SandboxStatus(
            SandboxState state,
            long since,
            List<Requirement> requirements,
            @Nullable Gauges gauges,
            @Nullable Problem problem,
            List<Guarantee> guarantees,
            boolean observed,
            long lastSeq,
            @Nullable SetupStatus setup) {
        this(state, since, requirements, gauges, problem, guarantees, observed, lastSeq, setup, List.of());
    }

    /// The status of a sandbox in which no setup was begun.
    public SandboxStatus(
            SandboxState state,
            long since,
            List<Requirement> requirements,
            @Nullable Gauges gauges,
            @Nullable Problem problem,
            List<Guarantee> guarantees,
            boolean observed,
            long lastSeq) {
        this(state, since, requirements, gauges, problem, guarantees, observed, lastSeq, null);
    }

    /// Why a running machine is paused, in a few words such as `disk quota`; null when it is not.
    public @Nullable String paused() {
        Problem now = problem;
        if (state != SandboxState.RUNNING || now == null) {
            return null;
        }
        return switch (now.code()) {
            case "machine.disk-quota" -> "disk quota";
            case "machine.disk-reserve" -> "host disk reserve";
            case "machine.disk-unmeasured" -> "disk use unknown";
            case "machine.disk-full" -> "host disk full";
            default -> null;
        };
    }

    /// This status with the current figures, and the number of the last event.
    public SandboxStatus with(@Nullable Gauges now, long last) {
        return new SandboxStatus(state, since, requirements, now, problem, guarantees, observed, last, setup, agents);
    }

    /// This status with these coding agents.
    public SandboxStatus withAgents(List<CodingAgentStatus> now) {
        return new SandboxStatus(
                state, since, requirements, gauges, problem, guarantees, observed, lastSeq, setup, now);
    }

    /// The coding agent that matters most: one that asks, else one that runs, else the last one; null if there is none.
    public @Nullable CodingAgentStatus agent() {
        return agents.stream()
                .max(Comparator.comparing((CodingAgentStatus each) -> each.state() == CodingAgentState.ASKING)
                        .thenComparing(CodingAgentStatus::alive)
                        .thenComparingLong(CodingAgentStatus::since))
                .orElse(null);
    }
}
