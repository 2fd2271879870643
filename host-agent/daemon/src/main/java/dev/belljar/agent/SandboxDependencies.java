package dev.belljar.agent;

import dev.belljar.agent.catalog.SandboxCatalog;
import dev.belljar.agent.egress.EgressControls;
import dev.belljar.agent.environment.AcceptedEnvironments;
import dev.belljar.agent.environment.EnvironmentService;
import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.journal.HostJournal;
import dev.belljar.agent.route.GuestConnections;
import dev.belljar.agent.sandbox.MachinePlatform;
import dev.belljar.agent.sandbox.SandboxConnectors;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxResources;
import dev.belljar.agent.sandbox.SavedMachines;
import dev.belljar.agent.setup.SetupSettings;
import dev.belljar.agent.ssh.SshFiles;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.template.FittingTemplates;
import dev.belljar.agent.tool.GuestTool;
import java.util.function.LongSupplier;

/// The parts of the host agent from which `SandboxServices` is wired.
public record SandboxDependencies(
        MachinePlatform platform,
        SavedMachines saved,
        HostRecords records,
        WorkspaceTransfer workspace,
        QuotaService quotas,
        EgressControls egress,
        GuestTools tools,
        ProjectEnvironments environments) {
    /// An empty registry of sandboxes, which records in these places; `nanos` is a monotonic clock.
    public SandboxRegistry registry(LongSupplier nanos) {
        SandboxResources resources = new SandboxResources(
                records.catalog(), platform.folders(), records.connectors(), egress.policies(), records.hostJournal());
        return new SandboxRegistry(resources, records.index(), nanos);
    }

    /// Where sandboxes and their events are recorded, and what opens their journals, links and gateways.
    public record HostRecords(
            SandboxCatalog catalog, EventIndex index, HostJournal hostJournal, SandboxConnectors connectors) {}

    /// What projects need in their sandboxes: their proposals, those that were accepted, the settings of their
    /// setup, and the templates in which they are set up.
    public record ProjectEnvironments(
            EnvironmentService proposals,
            AcceptedEnvironments accepted,
            SetupSettings settings,
            FittingTemplates templates) {}

    /// What connects this host to guests: the web server, the files of OpenSSH, and Zellij.
    public record GuestTools(GuestConnections web, SshFiles ssh, GuestTool zellij) {}
}
