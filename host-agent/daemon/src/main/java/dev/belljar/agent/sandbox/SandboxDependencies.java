package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.SandboxCatalog;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.image.ImageProvider;
import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.journal.HostJournal;
import dev.belljar.agent.route.GuestConnections;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.snapshot.TemplateStore;
import dev.belljar.agent.snapshot.WarmPool;
import dev.belljar.agent.ssh.SshFiles;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.tool.GuestTool;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.agent.vm.probe.AccelerationProbe;
import dev.belljar.agent.vm.probe.EmulationConsent;

/// The services that the workflows of a sandbox use.
public record SandboxDependencies(
        HostFolders folders,
        SandboxCatalog catalog,
        EventIndex index,
        HostJournal hostJournal,
        ImageProvider images,
        AccelerationProbe probe,
        EmulationConsent emulation,
        VmDriver driver,
        TemplateStore templates,
        SnapshotStore snapshots,
        QuotaService quotas,
        WarmPool pool,
        WorkspaceTransfer workspace,
        EgressControls egress,
        GuestConnections web,
        SandboxConnectors connectors,
        SshFiles ssh,
        GuestTool zellij) {}
