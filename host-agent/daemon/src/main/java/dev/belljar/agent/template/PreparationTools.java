package dev.belljar.agent.template;

import dev.belljar.agent.lifecycle.SandboxService;
import dev.belljar.agent.retention.PermanentDeletion;
import dev.belljar.agent.sandbox.MachinePlatform;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.setup.SetupService;
import dev.belljar.agent.snapshot.DiskLayers;
import dev.belljar.agent.snapshot.TemplateSetup;

/// What every preparation of a template uses; `session` puts into a template what every sandbox has.
public record PreparationTools(
        SandboxRegistry registry,
        SandboxService sandboxes,
        SetupService setups,
        PermanentDeletion deletion,
        MachinePlatform platform,
        DiskLayers layers,
        TemplateSetup session) {}
