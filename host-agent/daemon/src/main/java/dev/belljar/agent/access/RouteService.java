package dev.belljar.agent.access;

import dev.belljar.agent.route.GuestConnections;
import dev.belljar.agent.route.MainPort;
import dev.belljar.agent.route.SandboxSite;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.ChooseMain;
import dev.belljar.contract.request.ForwardPort;
import dev.belljar.contract.view.PortForward;
import dev.belljar.contract.view.RouteList;
import dev.belljar.contract.view.RouteRow;
import dev.belljar.contract.view.RouteTable;
import java.util.List;

/// The addresses of all sandboxes.
public final class RouteService implements RouteOperations {
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

    @Override
    public RouteList all() {
        return new RouteList(web.server(), sites.all().stream().map(this::table).toList());
    }

    @Override
    public RouteTable of(String id) throws BelljarException, InterruptedException {
        return table(sites.fresh(sites.site(registry.find(id))));
    }

    @Override
    public RouteTable main(String id, ChooseMain request) throws BelljarException, InterruptedException {
        access.of(registry.find(id)).mainPort().set(request.port());
        return of(id);
    }

    @Override
    public PortForward forward(String id, ForwardPort request) throws BelljarException {
        return web.forward(registry.find(id).id(), request);
    }

    @Override
    public PortForward unforward(String id, int host) throws BelljarException {
        return web.unforward(registry.find(id).id(), host);
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
