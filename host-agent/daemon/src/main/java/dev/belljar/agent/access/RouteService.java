package dev.belljar.agent.access;

import dev.belljar.agent.route.GuestConnections;
import dev.belljar.agent.route.MainPort;
import dev.belljar.agent.route.SandboxSite;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.network.ChooseMain;
import dev.belljar.contract.request.network.ForwardPort;
import dev.belljar.contract.view.network.PortForward;
import dev.belljar.contract.view.network.RouteList;
import dev.belljar.contract.view.network.RouteRow;
import dev.belljar.contract.view.network.RouteTable;
import java.util.List;

/// The addresses of sandboxes on this host. `id` is a sandbox's id or its name.
public final class RouteService {
    private final SandboxRegistry registry;
    private final AccessService access;
    private final RegistrySites sites;
    private final GuestConnections web;

    public RouteService(SandboxRegistry registry, AccessService access, RegistrySites sites, GuestConnections web) {
        this.registry = registry;
        this.access = access;
        this.sites = sites;
        this.web = web;
    }

    /// The addresses of all sandboxes, from memory.
    public RouteList all() {
        return new RouteList(web.server(), sites.all().stream().map(this::table).toList());
    }

    /// The addresses of one sandbox, after polling its listening ports.
    public RouteTable of(String id) throws BelljarException, InterruptedException {
        return table(sites.fresh(sites.site(registry.find(id))));
    }

    /// Sets the port behind the sandbox's plain host name, or returns to the most likely dev server.
    public RouteTable main(String id, ChooseMain request) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        access.of(sandbox).mainPort().set(request.port());
        changed(sandbox);
        return of(id);
    }

    /// Forwards a port of this host's loopback to a port of the guest.
    public PortForward forward(String id, ForwardPort request) throws BelljarException {
        SandboxRuntime sandbox = registry.find(id);
        PortForward forward = web.forward(sandbox.id(), request);
        changed(sandbox);
        return forward;
    }

    /// Closes a port forward.
    public PortForward unforward(String id, int host) throws BelljarException {
        SandboxRuntime sandbox = registry.find(id);
        PortForward forward = web.unforward(sandbox.id(), host);
        changed(sandbox);
        return forward;
    }

    private void changed(SandboxRuntime sandbox) {
        sandbox.observation()
                .record(new HostEvent.RoutesChanged(
                        0,
                        System.currentTimeMillis(),
                        sandbox.id(),
                        access.of(sandbox).mainPort().get()));
    }

    private RouteTable table(SandboxSite site) {
        Integer main = site.main().orElse(null);
        List<RouteRow> ports = site.ports().stream()
                .map(port -> new RouteRow(
                        port.port(),
                        port.process(),
                        web.url(site.name(), port.port()),
                        Integer.valueOf(port.port()).equals(main),
                        MainPort.service(port)))
                .toList();
        return new RouteTable(
                site.id(),
                site.name(),
                web.url(site.name(), null),
                web.url(site.name(), MainPort.AGENT),
                main,
                site.chosen() != null,
                ports,
                site.unlisted(),
                web.forwards(site.id()));
    }
}
