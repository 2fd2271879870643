package dev.belljar.agent.catalog;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A sandbox's record as it is written to `sandbox.json`, to the trash and beside snapshots. Fields may be added;
/// those here keep their names, because files of earlier versions have them.
public record StoredRecord(
        String id,
        SandboxSpec spec,
        SandboxState state,
        long since,
        long created,
        @Nullable String branch,
        @Nullable String base,
        @Nullable String capture,
        boolean delivered,
        boolean salvaged,
        @Nullable String imageKey,
        @Nullable String plan,
        @Nullable String origin,
        @Nullable StorageTier tier,
        @Nullable Long pid,
        @Nullable Long pidStart,
        @Nullable String hostBoot,
        @Nullable Problem problem,
        @Nullable SetupStatus setup,
        @Nullable String template) {
    /// The stored form of a record.
    public static StoredRecord of(SandboxRecord record) {
        ProjectPhase project = record.project();
        MachineRecord machine = record.machine();
        RecordedProcess process = machine.process();
        return new StoredRecord(
                record.id(),
                record.spec(),
                record.state(),
                record.since(),
                record.created(),
                project.branch(),
                project.base(),
                project.commit(),
                record.delivered(),
                record.salvaged(),
                machine.imageKey(),
                machine.plan(),
                machine.origin(),
                machine.tier(),
                process == null ? null : process.pid(),
                process == null ? null : process.start(),
                process == null ? null : process.boot(),
                record.problem(),
                record.setup(),
                machine.template());
    }

    /// Reads a record; empty if the JSON lacks its id, its spec or its state.
    ///
    /// @throws JsonFault when the text is not JSON with fields of these types
    @SuppressWarnings("ConstantConditions") // a file may lack any field
    public static Optional<SandboxRecord> read(String json) throws JsonFault {
        StoredRecord stored = ContractJson.read(json, StoredRecord.class);
        return stored.id == null || stored.spec == null || stored.state == null
                ? Optional.empty()
                : Optional.of(stored.record());
    }

    /// The record that was stored.
    public SandboxRecord record() {
        return new SandboxRecord(
                id,
                spec,
                state,
                since,
                created,
                project(),
                new MachineRecord(imageKey, plan, origin, tier, process(), template),
                problem,
                setup);
    }

    private ProjectPhase project() {
        if (delivered) {
            return new ProjectPhase.DeliveredProject(branch, base, capture, salvaged);
        }
        return capture == null
                ? new ProjectPhase.NotCaptured()
                : new ProjectPhase.CapturedProject(branch, base, capture);
    }

    private @Nullable RecordedProcess process() {
        return pid == null || pidStart == null ? null : new RecordedProcess(pid, pidStart, hostBoot);
    }
}
