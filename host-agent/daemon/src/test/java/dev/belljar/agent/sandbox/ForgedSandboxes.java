package dev.belljar.agent.sandbox;

import dev.belljar.agent.SandboxDependencies;
import dev.belljar.agent.SandboxServices;
import dev.belljar.agent.autosnapshot.SnapshotSettingsStore;
import dev.belljar.agent.retention.RetentionSettings;
import dev.belljar.agent.retention.SteadyClock;
import dev.belljar.contract.problem.BelljarException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/// The host agent's sandboxes over real journals, catalog, index and policies, with forged machines, and with
/// the links and gateways that a test opens.
public final class ForgedSandboxes {
    private ForgedSandboxes() {}

    /// Acts as a machine's guest and network card.
    public interface Forger {
        /// Serves these sockets as the guest of this name, before this returns.
        void forge(String name, Path link, Path net);
    }

    /// Opens a sandbox service in this folder.
    public static SandboxServices open(Path folder, SandboxConnectors connectors, Forger forger)
            throws IOException, BelljarException, InterruptedException {
        SandboxDependencies r = new SandboxFixture(folder).dependencies();
        SandboxDependencies dependencies = new SandboxDependencies(
                new MachinePlatform(
                        r.platform().folders(),
                        new ForgedDriver(forger),
                        r.platform().images(),
                        r.platform().imports(),
                        r.platform().probe(),
                        r.platform().emulation()),
                r.saved(),
                new SandboxDependencies.HostRecords(
                        r.records().catalog(), r.records().index(), r.records().hostJournal(), connectors),
                r.workspace(),
                r.quotas(),
                r.egress(),
                r.tools(),
                r.environments());
        SandboxServices sandboxes = SandboxServices.open(
                dependencies,
                dependencies.registry(System::nanoTime),
                "test",
                RetentionSettings.open(r.platform().folders().data().resolve("retention.json"), Map.of()),
                SnapshotSettingsStore.open(r.platform().folders().data(), Map.of("BELLJAR_AUTOMATIC_SNAPSHOTS", "off")),
                SteadyClock.ofHost());
        sandboxes.startRetention();
        return sandboxes;
    }
}
