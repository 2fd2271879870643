package dev.belljar.agent.status;

import dev.belljar.agent.sandbox.SandboxDependencies;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.host.ImageStatus;
import dev.belljar.contract.view.host.ImagesPruned;

/// Shows the state of this host, and acts on its guest image and index.
public final class HostService implements HostOperations {
    private final String version;
    private final SandboxRegistry registry;
    private final SandboxDependencies dependencies;
    private final HostDoctor doctor;

    /// `version` is that of the host agent.
    public HostService(String version, SandboxRegistry registry, SandboxDependencies dependencies) {
        this.version = version;
        this.registry = registry;
        this.dependencies = dependencies;
        this.doctor = new HostDoctor(dependencies);
    }

    @Override
    public HostStatus host() throws BelljarException, InterruptedException {
        // Read first: what is recorded after it may not be in the figures.
        long lastSeq = dependencies.hostJournal().journal().lastSeq();
        HostFigures figures = HostFigures.required(dependencies.folders().data());
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
                dependencies.probe().cached(),
                dependencies.emulation().given(),
                figures.defaults(),
                figures.most(),
                dependencies.images().status(),
                doctor.checks(figures),
                lastSeq);
    }

    @Override
    public HostStatus acceptEmulation() throws BelljarException, InterruptedException {
        dependencies.emulation().give();
        return host();
    }

    @Override
    public ImageStatus buildImage() {
        return dependencies.images().build();
    }

    @Override
    public ImageStatus refreshImage() {
        return dependencies.images().refresh();
    }

    @Override
    public ImageStatus cancelImage() throws InterruptedException {
        return dependencies.images().cancel();
    }

    @Override
    public ImageStatus checkImage() throws BelljarException, InterruptedException {
        return dependencies.images().check();
    }

    @Override
    public ImagesPruned pruneImages() throws BelljarException, InterruptedException {
        return dependencies.images().prune();
    }

    @Override
    public void rebuildIndex() throws BelljarException, InterruptedException {
        dependencies.catalog().rebuild();
        for (SandboxRuntime sandbox : registry.all()) {
            sandbox.indexer().rebuild();
        }
    }
}
