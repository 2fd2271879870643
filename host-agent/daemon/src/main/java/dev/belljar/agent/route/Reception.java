package dev.belljar.agent.route;

import dev.belljar.agent.passage.Upstreams;
import dev.belljar.contract.problem.BelljarException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Decides what becomes of each request: on to a guest, or a page.
///
/// Only a person may wake a machine: by going to its address themselves, from its own pages, or by the button of the
/// page that says it sleeps. A page elsewhere may lead people here, and nothing else; what it sends without being
/// looked at is refused, and reaches no sandbox.
final class Reception {
    private static final Logger LOG = LoggerFactory.getLogger(Reception.class);
    private static final int SOON = 2;
    private static final int MOST_LOOKS = 4;

    private final Sites sites;
    private final Upstreams upstreams;
    private final Pages pages;
    private final Successions successions;
    private final Predicate<Ask> own;
    private final Map<String, Semaphore> looks = new ConcurrentHashMap<>();

    /// `own` says whether a request is of the person whose sandboxes these are.
    Reception(Sites sites, Upstreams upstreams, Pages pages, Successions successions, Predicate<Ask> own) {
        this.sites = sites;
        this.upstreams = upstreams;
        this.pages = pages;
        this.successions = successions;
        this.own = own;
    }

    /// What becomes of this request.
    Answer answer(Ask ask) throws InterruptedException {
        if (!own.test(ask)) {
            return new Answer.Page(403, pages.stranger(), 0);
        }
        Optional<OuterName> name = OuterName.parse(ask.host());
        Optional<Site> site = name.map(OuterName::label).map(Labels.of(sites.all())::get);
        if (name.isEmpty() || site.isEmpty()) {
            return new Answer.Page(404, pages.unknown(ask.host()), 0);
        }
        boolean own = Provenance.of(ask, name.get()) == Provenance.OWN;
        if (!own && !ask.navigates()) {
            return new Answer.Page(403, pages.foreign(site.get()), 0);
        }
        String authority = name.get().authority();
        return switch (successions.turn(ask, name.get(), site.get())) {
            case ON -> reached(ask, name.get(), site.get(), own);
            case AFRESH -> new Answer.Afresh(site.get().id(), authority, ask.path(), ask.cookies());
            case BACK -> new Answer.Elsewhere("https://" + authority + Successions.first(ask.path()));
            case REFUSED -> new Answer.Page(403, pages.succeeded(site.get()), 0);
        };
    }

    /// What is shown when a guest's server broke off.
    String failed(Ask ask) {
        return pages.failed(ask.host());
    }

    private Answer reached(Ask ask, OuterName name, Site site, boolean own) throws InterruptedException {
        return switch (site.state()) {
            case RUNNING -> running(ask, name, site);
            case WAKING -> new Answer.Page(503, pages.waking(site), SOON);
            case ASLEEP -> asleep(site, ask, own);
            case AWAY -> new Answer.Page(503, pages.away(site), 0);
        };
    }

    // Without the browser's word for a person's own step nothing is started: `sec-fetch-site` is in every browser of
    // today, and a program can say `belljar start`. A page that loads itself again would undo a stop.
    private Answer asleep(Site site, Ask ask, boolean own) throws InterruptedException {
        if (!own || !ask.navigates() || !ask.byHand()) {
            return new Answer.Page(503, pages.asleep(site), 0);
        }
        try {
            sites.wake(site);
            return new Answer.Page(503, pages.waking(site), SOON);
        } catch (BelljarException e) {
            LOG.info("{} was asked for and does not start: {}", site.name(), e.getMessage());
            return new Answer.Page(503, pages.broken(site, String.valueOf(e.getMessage())), 0);
        }
    }

    private Answer running(Ask ask, OuterName name, Site known) throws InterruptedException {
        Site site = known;
        Optional<Integer> port = wanted(name, site);
        if (port.isEmpty() || !site.listens(port.get())) {
            site = look(known);
            port = wanted(name, site);
        }
        if (port.isEmpty() || !site.listens(port.get())) {
            return new Answer.Page(503, pages.silent(site, port.orElse(null), name), 0);
        }
        try {
            sites.used(site);
            String host = "localhost:" + port.get();
            return new Answer.Pass(
                    upstreams.socket(site.id(), port.get()),
                    host,
                    origin(ask, name).orElse(null));
        } catch (IOException e) {
            LOG.warn("{}: no way to its port {}: {}", site.name(), port.get(), e.getMessage());
            return new Answer.Page(503, pages.broken(site, String.valueOf(e.getMessage())), 0);
        }
    }

    /// A guest that does not say what it listens on keeps a few requests waiting, not the places of all sandboxes.
    private Site look(Site known) throws InterruptedException {
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

    private static Optional<Integer> wanted(OuterName name, Site site) {
        Integer spelled = name.port();
        return spelled == null ? site.main() : Optional.of(spelled);
    }

    /// A dev server compares the origin with its own name, to which the page's is turned; a sibling's port is turned
    /// to what it is inside.
    private Optional<String> origin(Ask ask, OuterName to) {
        return ask.header("origin").map(origin -> {
            Optional<OuterName> from = OuterName.ofOrigin(origin);
            Optional<Site> site = from.map(OuterName::label).map(Labels.of(sites.all())::get);
            Optional<Integer> port = from.flatMap(name -> site.flatMap(each -> wanted(name, each)));
            return from.isPresent() && from.get().label().equals(to.label()) && port.isPresent()
                    ? "http://localhost:" + port.get()
                    : origin;
        });
    }
}
