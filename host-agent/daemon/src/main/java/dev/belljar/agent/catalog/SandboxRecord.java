package dev.belljar.agent.catalog;

import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import org.jspecify.annotations.Nullable;

/// What the host agent remembers of a sandbox between its runs; `StoredRecord` is its form in files. `since`
/// and `created` are milliseconds since the epoch; `setup` is the setup of the project's environment in its
/// machine, null if none was begun.
public record SandboxRecord(
        String id,
        SandboxSpec spec,
        SandboxState state,
        long since,
        long created,
        ProjectPhase project,
        MachineRecord machine,
        @Nullable Problem problem,
        @Nullable SetupStatus setup) {
    /// The record of a sandbox that was just requested, at this time.
    public static SandboxRecord asked(String id, SandboxSpec spec, long now) {
        return new SandboxRecord(
                id,
                spec,
                SandboxState.CREATED,
                now,
                now,
                new ProjectPhase.NotCaptured(),
                MachineRecord.NEW,
                null,
                null);
    }

    /// The record of a branch of this sandbox: a new sandbox that starts from a snapshot, with the work that
    /// was in it.
    public SandboxRecord branched(String newId, SandboxSpec newSpec, String snapshot, long now) {
        MachineRecord copy = new MachineRecord(machine.imageKey(), null, snapshot, null, null, null);
        return new SandboxRecord(
                        newId, newSpec, SandboxState.CREATED, now, now, project, copy, null, branchedSetup(now))
                .withSalvaged(false);
    }

    /// A setup that ran when the snapshot was taken does not run in the branch.
    private @Nullable SetupStatus branchedSetup(long now) {
        return setup != null && setup.running()
                ? setup.ended(SetupState.INTERRUPTED, now, null, "the snapshot was taken while the setup ran")
                : setup;
    }

    /// The record with this setup of the project's environment.
    public SandboxRecord withSetup(SetupStatus newSetup) {
        return new SandboxRecord(id, spec, state, since, created, project, machine, problem, newSetup);
    }

    /// The record in this state since then, with this problem or none.
    public SandboxRecord withState(SandboxState newState, long newSince, @Nullable Problem newProblem) {
        return new SandboxRecord(id, spec, newState, newSince, created, project, machine, newProblem, setup);
    }

    /// The record with another name.
    public SandboxRecord withName(String name) {
        return new SandboxRecord(id, spec.withName(name), state, since, created, project, machine, problem, setup);
    }

    /// The record with another name, of a sandbox that is not deleted after one command.
    public SandboxRecord kept(String name) {
        return new SandboxRecord(id, spec.kept(name), state, since, created, project, machine, problem, setup);
    }

    /// The record with other limits of its machine.
    public SandboxRecord withLimits(MachineLimits limits) {
        return new SandboxRecord(id, spec.withLimits(limits), state, since, created, project, machine, problem, setup);
    }

    /// The record with its project captured.
    public SandboxRecord withCapture(@Nullable String branch, @Nullable String base, String commit) {
        return with(new ProjectPhase.CapturedProject(branch, base, commit));
    }

    /// The record with its project delivered into the machine.
    public SandboxRecord withDelivered() {
        return with(new ProjectPhase.DeliveredProject(project.branch(), project.base(), project.commit(), false));
    }

    /// The record with its work salvaged, or not. There is no work before the project was delivered.
    public SandboxRecord withSalvaged(boolean salvaged) {
        return project instanceof ProjectPhase.DeliveredProject done
                ? with(new ProjectPhase.DeliveredProject(done.branch(), done.base(), done.commit(), salvaged))
                : this;
    }

    /// The record with the image the machine boots from.
    public SandboxRecord withImage(String imageKey) {
        return with(machine.withImage(imageKey));
    }

    /// The record with the launch plan the machine runs under.
    public SandboxRecord withPlan(String plan) {
        return with(machine.withPlan(plan));
    }

    /// The record with the tier in which the stopped machine is kept.
    public SandboxRecord withTier(@Nullable StorageTier tier) {
        return with(machine.withTier(tier));
    }

    /// The record with the template of the project from which the machine begins, null for none.
    public SandboxRecord withTemplate(@Nullable String template) {
        return with(machine.withTemplate(template));
    }

    /// The record with the process of its machine.
    public SandboxRecord withProcess(RecordedProcess process) {
        return with(machine.withProcess(process));
    }

    /// The record without a process.
    public SandboxRecord withoutProcess() {
        return with(machine.withProcess(null));
    }

    private SandboxRecord with(ProjectPhase phase) {
        return new SandboxRecord(id, spec, state, since, created, phase, machine, problem, setup);
    }

    private SandboxRecord with(MachineRecord changed) {
        return new SandboxRecord(id, spec, state, since, created, project, changed, problem, setup);
    }

    /// True once the project is in the machine.
    public boolean delivered() {
        return project instanceof ProjectPhase.DeliveredProject;
    }

    /// True if the machine's disk cannot have work that the host has not fetched, and must not be lost.
    public boolean salvaged() {
        return project instanceof ProjectPhase.DeliveredProject done && done.salvaged();
    }

    /// How the stopped machine is kept, null if it was shut down.
    public @Nullable StorageTier tier() {
        return machine.tier();
    }

    /// The snapshot the machine was started from, null if it booted.
    public @Nullable String origin() {
        return machine.origin();
    }
}
