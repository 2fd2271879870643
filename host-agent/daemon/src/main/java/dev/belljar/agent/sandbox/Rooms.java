package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.Catalog;
import dev.belljar.agent.host.Folders;
import dev.belljar.agent.image.Images;
import dev.belljar.agent.index.Index;
import dev.belljar.agent.route.Web;
import dev.belljar.agent.snapshot.Pool;
import dev.belljar.agent.snapshot.Snapshots;
import dev.belljar.agent.snapshot.Templates;
import dev.belljar.agent.ssh.SshFiles;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.sync.Workspace;
import dev.belljar.agent.tool.Tool;
import dev.belljar.agent.vm.AccelerationProbe;
import dev.belljar.agent.vm.EmulationConsent;
import dev.belljar.agent.vm.VmDriver;

/// The rooms a sandbox's life leads through.
public record Rooms(
        Folders folders,
        Catalog catalog,
        Index index,
        Images images,
        AccelerationProbe probe,
        EmulationConsent emulation,
        VmDriver driver,
        Templates templates,
        Snapshots snapshots,
        QuotaService quotas,
        Pool pool,
        Workspace workspace,
        Wall wall,
        Web web,
        Openers openers,
        SshFiles ssh,
        Tool zellij) {}
