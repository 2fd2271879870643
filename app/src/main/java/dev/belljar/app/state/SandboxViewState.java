package dev.belljar.app.state;

import dev.belljar.contract.sandbox.Gauges;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.contract.view.process.SandboxGauges;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A sandbox with its last CPU figures, oldest first, in thousandths of one CPU, and the state of its sync, once
/// known.
public record SandboxViewState(
        Sandbox reported, List<Integer> cpu, @Nullable SyncStatus sync) {
    /// The number of CPU figures that are kept.
    public static final int KEPT = 120;

    public SandboxViewState {
        cpu = List.copyOf(cpu);
    }

    /// A sandbox of which the state of the sync is not known.
    public SandboxViewState(Sandbox reported, List<Integer> cpu) {
        this(reported, cpu, null);
    }

    /// Returns this state with a newer state of the sync.
    SandboxViewState with(@Nullable SyncStatus newer) {
        return new SandboxViewState(reported, cpu, newer);
    }

    /// True if fetched work waits for review.
    public boolean waitsForReview() {
        return sync != null && sync.waits();
    }

    /// Returns the state after a reading of the gauges, which is null for a sandbox that the host agent no longer
    /// lists.
    SandboxViewState next(@Nullable SandboxGauges reading) {
        Gauges gauges = reading == null ? null : reading.gauges();
        Sandbox now =
                reading == null ? reported : reported.with(reported.status().with(gauges, reading.lastSeq()));
        int figure = gauges == null || !running() ? 0 : gauges.cpuPermille();
        List<Integer> figures = Stream.concat(cpu.stream(), Stream.of(figure)).toList();
        return new SandboxViewState(now, figures.subList(Math.max(0, figures.size() - KEPT), figures.size()), sync);
    }

    public String id() {
        return reported.id();
    }

    public String name() {
        return reported.spec().name();
    }

    public SandboxState state() {
        return reported.status().state();
    }

    public boolean running() {
        return state() == SandboxState.RUNNING;
    }

    /// Returns the memory in use, in bytes; 0 if the sandbox does not run.
    public long memory() {
        Gauges gauges = reported.status().gauges();
        return gauges == null || !running() ? 0 : gauges.memoryUsed();
    }

    /// Returns the current CPU use, in thousandths of one CPU; 0 if the sandbox does not run.
    public int cpuPermille() {
        Gauges gauges = reported.status().gauges();
        return gauges == null || !running() ? 0 : gauges.cpuPermille();
    }

    /// Returns the last `count` CPU figures.
    public List<Integer> lastCpu(int count) {
        return cpu.subList(Math.max(0, cpu.size() - count), cpu.size());
    }

    /// Returns the number of requirements that are met.
    public long stepsDone() {
        return reported.status().requirements().stream()
                .filter(r -> r.state() == Requirement.State.MET)
                .count();
    }
}
