package dev.belljar.agent.route;

import dev.belljar.agent.portforward.UpstreamSockets;
import dev.belljar.contract.problem.BelljarException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Decides for each request whether it is passed to a guest or answered with a page.
///
/// Only the user may start a machine: by entering its address, from its own pages, or with the button of the
/// page that says it is not running. Pages of other sites may only link to a sandbox; requests that they send in
/// the background are refused and reach no sandbox.
final class RequestRouter {
    private static final Logger LOG = LoggerFactory.getLogger(RequestRouter.class);
    private static final int SOON = 2;
    private static final int MOST_LOOKS = 4;

    private final SandboxSites sites;
    private final UpstreamSockets upstreams;
    private final ErrorPages pages;
    private final ReusedNames successions;
    private final Predicate<ForwardedRequest> own;
    private final Map<String, Semaphore> looks = new ConcurrentHashMap<>();

    /// `own` tests whether a request comes from the user who runs this host agent.
    RequestRouter(
            SandboxSites sites,
            UpstreamSockets upstreams,
            ErrorPages pages,
            ReusedNames successions,
            Predicate<ForwardedRequest> own) {
        this.sites = sites;
        this.upstreams = upstreams;
        this.pages = pages;
        this.successions = successions;
        this.own = own;
    }

    /// Decides this request.
    RouteDecision answer(ForwardedRequest ask) throws InterruptedException {
        if (!own.test(ask)) {
            return new RouteDecision.Page(403, pages.stranger(), 0);
        }
        Optional<OuterName> name = OuterName.parse(ask.host());
        Optional<SandboxSite> site = name.map(OuterName::label).map(DnsLabels.of(sites.all())::get);
        if (name.isEmpty() || site.isEmpty()) {
            return new RouteDecision.Page(404, pages.unknown(ask.host()), 0);
        }
        boolean own = RequestOrigin.of(ask, name.get()) == RequestOrigin.OWN;
        if (!own && !ask.navigates()) {
            return new RouteDecision.Page(403, pages.foreign(site.get()), 0);
        }
        String authority = name.get().authority();
        return switch (successions.turn(ask, name.get(), site.get())) {
            case ON -> reached(ask, name.get(), site.get(), own);
            case AFRESH -> new RouteDecision.ResetSiteData(site.get().id(), authority, ask.path(), ask.cookies());
            case BACK -> new RouteDecision.Elsewhere("https://" + authority + ReusedNames.first(ask.path()));
            case REFUSED -> new RouteDecision.Page(403, pages.succeeded(site.get()), 0);
        };
    }

    /// The page that is shown when a guest's server breaks the connection.
    String failed(ForwardedRequest ask) {
        return pages.failed(ask.host());
    }

    private RouteDecision reached(ForwardedRequest ask, OuterName name, SandboxSite site, boolean own)
            throws InterruptedException {
        return switch (site.state()) {
            case RUNNING -> running(ask, name, site);
            case WAKING -> new RouteDecision.Page(503, pages.waking(site), SOON);
            case ASLEEP -> asleep(site, ask, own);
            case AWAY -> new RouteDecision.Page(503, pages.away(site), 0);
        };
    }

    // A request starts the machine only if the browser marks it as an action of the user: every current browser
    // sends `sec-fetch-site`, and a program can call `belljar start`. A page that reloads itself would undo a
    // stop.
    private RouteDecision asleep(SandboxSite site, ForwardedRequest ask, boolean own) throws InterruptedException {
        if (!own || !ask.navigates() || !ask.byHand()) {
            return new RouteDecision.Page(503, pages.asleep(site), 0);
        }
        try {
            sites.wake(site);
            return new RouteDecision.Page(503, pages.waking(site), SOON);
        } catch (BelljarException e) {
            LOG.info("a browser requested {}, which cannot be started: {}", site.name(), e.getMessage());
            return new RouteDecision.Page(503, pages.broken(site, String.valueOf(e.getMessage())), 0);
        }
    }

    private RouteDecision running(ForwardedRequest ask, OuterName name, SandboxSite known) throws InterruptedException {
        SandboxSite site = known;
        Optional<Integer> port = requestedPort(name, site);
        if (port.isEmpty() || !site.listens(port.get())) {
            site = look(known);
            port = requestedPort(name, site);
        }
        if (port.isEmpty() || !site.listens(port.get())) {
            return new RouteDecision.Page(503, pages.silent(site, port.orElse(null), name), 0);
        }
        try {
            sites.used(site);
            String host = "localhost:" + port.get();
            return new RouteDecision.Pass(
                    upstreams.socket(site.id(), port.get()),
                    host,
                    origin(ask, name).orElse(null));
        } catch (IOException e) {
            LOG.warn("{}: port {} cannot be reached: {}", site.name(), port.get(), e.getMessage());
            return new RouteDecision.Page(503, pages.broken(site, String.valueOf(e.getMessage())), 0);
        }
    }

    /// Limits the requests that wait for one guest's list of ports, so that a guest that does not answer cannot
    /// occupy the slots of all sandboxes.
    private SandboxSite look(SandboxSite known) throws InterruptedException {
        Semaphore places = looks.computeIfAbsent(known.id(), any -> new Semaphore(MOST_LOOKS));
        if (!places.tryAcquire()) {
            return known;
        }
        try {
            return sites.fresh(known);
        } finally {
            places.release();
        }
    }

    private static Optional<Integer> requestedPort(OuterName name, SandboxSite site) {
        Integer spelled = name.port();
        return spelled == null ? site.main() : Optional.of(spelled);
    }

    /// Rewrites the origin to the guest's own address, because a dev server compares it with its own name;
    /// another port of the sandbox is rewritten to its port inside the guest.
    private Optional<String> origin(ForwardedRequest ask, OuterName to) {
        return ask.header("origin").map(origin -> {
            Optional<OuterName> from = OuterName.ofOrigin(origin);
            Optional<SandboxSite> site = from.map(OuterName::label).map(DnsLabels.of(sites.all())::get);
            Optional<Integer> port = from.flatMap(name -> site.flatMap(each -> requestedPort(name, each)));
            return from.isPresent() && from.get().label().equals(to.label()) && port.isPresent()
                    ? "http://localhost:" + port.get()
                    : origin;
        });
    }
}
