package dev.belljar.contract.sandbox;

import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.problem.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The observed status of a sandbox: state, readiness, figures and the last problem. `since` is the time when
/// the state began, milliseconds since the epoch. `setup` is the setup of the project's environment, null if
/// none was begun.
public record SandboxStatus(
        SandboxState state,
        long since,
        List<Requirement> requirements,
        @Nullable Gauges gauges,
        @Nullable Problem problem,
        List<Guarantee> guarantees,
        boolean observed,
        long lastSeq,
        @Nullable SetupStatus setup) {
    public SandboxStatus {
        requirements = List.copyOf(requirements);
        guarantees = List.copyOf(guarantees);
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
        return new SandboxStatus(state, since, requirements, now, problem, guarantees, observed, last, setup);
    }
}
