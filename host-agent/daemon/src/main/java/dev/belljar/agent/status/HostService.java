package dev.belljar.agent.status;

import dev.belljar.agent.catalog.SandboxCatalog;
import dev.belljar.agent.journal.HostJournal;
import dev.belljar.agent.sandbox.MachinePlatform;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.environment.ImportImage;
import dev.belljar.contract.request.environment.RemoveImage;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.host.DamagedSandbox;
import dev.belljar.contract.view.host.DoctorCheck;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.host.ImageImport;
import dev.belljar.contract.view.host.ImageStatus;
import dev.belljar.contract.view.host.ImagesPruned;
import dev.belljar.contract.view.host.ImportedImages;
import java.util.List;

/// Shows the state of this host, and acts on its guest image and index.
public final class HostService {
    private final String version;
    private final SandboxRegistry registry;
    private final MachinePlatform platform;
    private final SandboxCatalog catalog;
    private final HostJournal hostJournal;
    private final HostDoctor doctor;

    /// `version` is that of the host agent.
    public HostService(
            String version,
            SandboxRegistry registry,
            MachinePlatform platform,
            SandboxCatalog catalog,
            HostJournal hostJournal,
            HostDoctor doctor) {
        this.version = version;
        this.registry = registry;
        this.platform = platform;
        this.catalog = catalog;
        this.hostJournal = hostJournal;
        this.doctor = doctor;
    }

    /// The state of this host: figures, acceleration, guest image, checks.
    public HostStatus host() throws BelljarException, InterruptedException {
        // Read first: what is recorded after it may not be in the figures.
        long lastSeq = hostJournal.journal().lastSeq();
        HostFigures figures = HostFigures.required(platform.folders().data());
        List<DoctorCheck> checks = doctor.checks(figures);
        catalog.damaged().forEach(sandbox -> checks.add(damaged(sandbox)));
        int running = (int) registry.all().stream()
                .filter(s -> s.state() == SandboxState.RUNNING)
                .count();
        return new HostStatus(
                version,
                figures.cpus(),
                figures.cpuPermille(),
                figures.memoryTotal(),
                figures.memoryFree(),
                figures.diskFree(),
                running,
                platform.probe().cached(),
                platform.emulation().given(),
                figures.defaults(),
                figures.most(),
                platform.images().status(),
                checks,
                lastSeq);
    }

    private static DoctorCheck damaged(DamagedSandbox sandbox) {
        return new DoctorCheck("Sandbox", "fail", sandbox.sentence() + ". " + sandbox.hint(), null);
    }

    /// The sandboxes whose records cannot be read.
    public List<DamagedSandbox> damaged() {
        return catalog.damaged();
    }

    /// Records that the user accepts sandboxes under emulation on this host.
    public HostStatus acceptEmulation() throws BelljarException, InterruptedException {
        platform.emulation().give();
        return host();
    }

    /// Begins to build the guest image if it is missing; returns at once.
    public ImageStatus buildImage() {
        return platform.images().build();
    }

    /// Begins to rebuild the guest image with current packages.
    public ImageStatus refreshImage() {
        return platform.images().refresh();
    }

    /// Stops a build of the guest image that is under way.
    public ImageStatus cancelImage() throws InterruptedException {
        return platform.images().cancel();
    }

    /// Asks Debian's security archive now whether it is newer than the guest image.
    public ImageStatus checkImage() throws BelljarException, InterruptedException {
        return platform.images().check();
    }

    /// Deletes the guest images that no sandbox uses, except the one for new sandboxes.
    public ImagesPruned pruneImages() throws BelljarException, InterruptedException {
        return platform.images().prune();
    }

    /// The imported images, and the last import.
    public ImportedImages importedImages() {
        return platform.imports().list();
    }

    /// Begins to import an image; returns at once.
    public ImageImport importImage(ImportImage request) throws BelljarException {
        return platform.imports().begin(request);
    }

    /// Stops an import that is under way.
    public ImageImport cancelImport() throws InterruptedException {
        return platform.imports().cancel();
    }

    /// Removes an imported image that nothing uses.
    public ImportedImages removeImage(RemoveImage request) throws BelljarException, InterruptedException {
        return platform.imports().remove(request.name());
    }

    /// Deletes the index and the catalog's SQLite database and rebuilds both from the journals and records.
    public void rebuildIndex() throws BelljarException, InterruptedException {
        catalog.rebuild();
        for (SandboxRuntime sandbox : registry.all()) {
            sandbox.indexer().rebuild();
        }
    }
}
