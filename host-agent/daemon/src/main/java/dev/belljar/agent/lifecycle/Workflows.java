package dev.belljar.agent.lifecycle;

import dev.belljar.agent.access.AccessService;
import dev.belljar.agent.egress.GatewayConnector;
import dev.belljar.agent.sandbox.MachinePlatform;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sandbox.SavedMachines;
import dev.belljar.agent.setup.SetupService;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.sync.WorkspaceTransfer;

/// Makes the workflows of one sandbox.
public record Workflows(
        MachinePlatform platform,
        SavedMachines saved,
        WorkspaceTransfer workspace,
        QuotaService quotas,
        AccessService access,
        GatewayConnector connector,
        TrashMove trash,
        SetupService setups) {
    StartWorkflow start(SandboxRuntime sandbox) {
        MachineStart machine = new MachineStart(sandbox, platform, saved, memory(sandbox));
        ProjectDelivery project = new ProjectDelivery(sandbox, workspace);
        PostStartTasks tasks = new PostStartTasks(sandbox, platform, saved, machine, access, setups);
        return new StartWorkflow(sandbox, platform, saved, machine, project, connector, tasks);
    }

    StopWorkflow stop(SandboxRuntime sandbox, boolean hibernate) {
        return new StopWorkflow(sandbox, hibernate, platform, memory(sandbox), workspace);
    }

    DestroyWorkflow destroy(SandboxRuntime sandbox) {
        return new DestroyWorkflow(sandbox, access, saved.pool(), workspace, trash);
    }

    SavedMemory memory(SandboxRuntime sandbox) {
        return new SavedMemory(sandbox, quotas);
    }
}
