package dev.belljar.agent.sandbox;

import dev.belljar.agent.route.MainPort;
import dev.belljar.agent.route.Site;
import dev.belljar.agent.route.Web;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.ChooseMain;
import dev.belljar.contract.request.ForwardPort;
import dev.belljar.contract.view.PortForward;
import dev.belljar.contract.view.Route;
import dev.belljar.contract.view.RouteTable;
import dev.belljar.contract.view.Routes;
import java.util.List;

/// The addresses of the fleet's sandboxes.
final class FleetRoutes implements RouteDesk {
    private final Fleet fleet;
    private final FleetSites sites;
    private final Web web;

    FleetRoutes(Fleet fleet, FleetSites sites, Web web) {
        this.fleet = fleet;
        this.sites = sites;
        this.web = web;
    }

    @Override
    public Routes all() {
        return new Routes(web.server(), sites.all().stream().map(this::table).toList());
    }

    @Override
    public RouteTable of(String id) throws BelljarException, InterruptedException {
        return table(sites.fresh(sites.site(fleet.find(id))));
    }

    @Override
    public RouteTable main(String id, ChooseMain wanted) throws BelljarException, InterruptedException {
        fleet.find(id).chosenPort().set(wanted.port());
        return of(id);
    }

    @Override
    public PortForward forward(String id, ForwardPort wanted) throws BelljarException {
        return web.forward(fleet.find(id).id(), wanted);
    }

    @Override
    public PortForward unforward(String id, int host) throws BelljarException {
        return web.unforward(fleet.find(id).id(), host);
    }

    private RouteTable table(Site site) {
        Integer main = site.main().orElse(null);
        List<Route> ports = site.ports().stream()
                .map(port -> new Route(
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
