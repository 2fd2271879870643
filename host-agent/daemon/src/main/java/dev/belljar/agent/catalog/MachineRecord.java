package dev.belljar.agent.catalog;

import dev.belljar.contract.sandbox.StorageTier;
import org.jspecify.annotations.Nullable;

/// The machine of a sandbox: the image it boots from, the launch plan it runs under, the snapshot it was started from
/// (null if it booted), how it is kept while it is stopped (null if it was shut down), its process while there is
/// one, and the template of the project from which it began (null if it began from none).
public record MachineRecord(
        @Nullable String imageKey,
        @Nullable String plan,
        @Nullable String origin,
        @Nullable StorageTier tier,
        @Nullable RecordedProcess process,
        @Nullable String template) {
    static final MachineRecord NEW = new MachineRecord(null, null, null, null, null, null);

    MachineRecord withImage(String key) {
        return new MachineRecord(key, plan, origin, tier, process, template);
    }

    MachineRecord withPlan(String newPlan) {
        return new MachineRecord(imageKey, newPlan, origin, tier, process, template);
    }

    MachineRecord withTier(@Nullable StorageTier newTier) {
        return new MachineRecord(imageKey, plan, origin, newTier, process, template);
    }

    MachineRecord withProcess(@Nullable RecordedProcess newProcess) {
        return new MachineRecord(imageKey, plan, origin, tier, newProcess, template);
    }

    MachineRecord withTemplate(@Nullable String id) {
        return new MachineRecord(imageKey, plan, origin, tier, process, id);
    }
}
