package dev.belljar.agent.egress;

import dev.belljar.agent.egress.InspectionSetup.ConfiguredGuests;
import dev.belljar.agent.mirror.MirrorService;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.network.HostMirror;
import dev.belljar.contract.view.network.MirrorChange;
import dev.belljar.contract.view.network.MirrorList;
import java.util.List;
import java.util.Set;

/// The mirrors of the host's package managers that guests use, which running guests are told at once.
public final class SandboxMirrorService {
    private final SandboxRegistry registry;
    private final MirrorService mirrors;
    private final InspectionSetup setup;

    public SandboxMirrorService(SandboxRegistry registry, MirrorService mirrors, InspectionSetup setup) {
        this.registry = registry;
        this.mirrors = mirrors;
        this.setup = setup;
    }

    /// The mirrors of this host, and those that were chosen.
    public MirrorList list() throws BelljarException {
        return mirrors.list();
    }

    /// Makes guests use mirrors. The network rules stay as they are.
    public MirrorChange use(List<String> named) throws BelljarException, InterruptedException {
        return applied(mirrors.use(named));
    }

    /// Ends the use of mirrors in guests.
    public MirrorChange forget(List<String> named) throws BelljarException, InterruptedException {
        return applied(mirrors.forget(named));
    }

    private MirrorChange applied(Set<String> ids) throws BelljarException, InterruptedException {
        ConfiguredGuests guests = setup.configureAll(registry, null);
        List<HostMirror> all = mirrors.list().mirrors();
        return new MirrorChange(
                all, all.stream().filter(each -> ids.contains(each.id())).toList(), guests.done(), guests.failed());
    }
}
