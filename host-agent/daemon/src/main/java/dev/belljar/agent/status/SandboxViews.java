package dev.belljar.agent.status;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.agent.vm.launch.QemuEvidence;
import dev.belljar.agent.vm.probe.AccelerationProbe;
import dev.belljar.agent.vmstate.MemoryAccess;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Guarantee;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxStatus;
import java.util.List;

/// Shows sandboxes as the API does: the record, the current state, and the guarantees that hold.
public record SandboxViews(AccelerationProbe probe, VmDriver driver, PolicyService policies) {
    /// The sandbox as it is now.
    public Sandbox of(SandboxRuntime sandbox) {
        SandboxRecord r = sandbox.record();
        Acceleration acceleration = probe.cached();
        SandboxStatus status = new SandboxStatus(
                r.state(),
                r.since(),
                steps(sandbox, r),
                sandbox.observation().gauges(),
                r.problem() == null ? sandbox.observation().pauseReason() : r.problem(),
                guarantees(sandbox, acceleration),
                sandbox.observation().observed(),
                sandbox.observation().journal().lastSeq(),
                r.setup(),
                sandbox.observation().agents().known());
        return new Sandbox(
                r.id(),
                r.spec(),
                status,
                acceleration,
                r.created(),
                r.project().branch(),
                r.project().base(),
                r.origin(),
                r.tier());
    }

    private static List<Requirement> steps(SandboxRuntime sandbox, SandboxRecord r) {
        return switch (r.state()) {
            case CREATED, STOPPED -> List.of();
            case STOPPING -> sandbox.stopProgress().list();
            case STARTING, RUNNING, ERROR, DESTROYED -> sandbox.requirements().list();
        };
    }

    private List<Guarantee> guarantees(SandboxRuntime sandbox, Acceleration acceleration) {
        Long pid = sandbox.process().map(ProcessIdentity::pid).orElse(null);
        return GuaranteeReport.of(
                acceleration,
                policies.inForce(sandbox.subject()),
                MemoryAccess.of(pid),
                QemuEvidence.of(pid),
                ConfinementGuarantees.of(driver, pid));
    }
}
