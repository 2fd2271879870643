package dev.belljar.agent.naming;

import dev.belljar.agent.route.RoutingService;
import dev.belljar.contract.view.host.DoctorCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps names of `sandbox.local` announced, and checks regularly whether this host can resolve them.
///
/// Two threads of its own do this; callers get the last result.
public final class LocalNames implements RoutingService.Naming {
    /// A name that is always announced, for the check.
    static final String PROBE = "belljar.sandbox.local";

    private static final Logger LOG = LoggerFactory.getLogger(LocalNames.class);
    private static final String BUS = "unix:path=/run/dbus/system_bus_socket";
    private static final String FIX = "belljar doctor --fix";
    private static final Duration TICK = Duration.ofSeconds(3);
    private static final Duration LOOK = Duration.ofSeconds(20);
    private static final String EVERYWHERE = "x.sandbox.localhost";

    private final AvahiNames avahi;
    private final HostNameLookup lookup;
    private final NameSwitch files;
    private final Thread announcer;
    private final Thread looker;
    private volatile List<String> announced = List.of();
    private volatile AvahiNames.Report report = new AvahiNames.Report(0, 0, 0, "avahi-daemon has not been checked yet");
    private volatile boolean localWorks;
    private volatile boolean localhostWorks;

    LocalNames(AvahiNames avahi, HostNameLookup lookup, NameSwitch files) {
        this.avahi = avahi;
        this.lookup = lookup;
        this.files = files;
        // A platform thread: D-Bus calls block their thread, and there are few carrier threads for all virtual
        // threads.
        this.announcer = Thread.ofPlatform().daemon().name("names").unstarted(() -> every(TICK, this::announce));
        this.looker = Thread.ofPlatform().daemon().name("names-look").unstarted(() -> every(LOOK, this::look));
    }

    /// Starts to announce names at the system's D-Bus (`DBUS_SYSTEM_BUS_ADDRESS`).
    public static LocalNames start(Map<String, String> environment) {
        LocalNames names = new LocalNames(
                new AvahiNames(environment.getOrDefault("DBUS_SYSTEM_BUS_ADDRESS", BUS)),
                HostNameLookup.ofHost(),
                NameSwitch.ofHost());
        names.begin();
        return names;
    }

    void begin() {
        announcer.start();
        looker.start();
    }

    @Override
    public void announce(List<String> names) {
        announced = names;
    }

    @Override
    public boolean works() {
        return localWorks && report.absent() == null;
    }

    @Override
    public List<DoctorCheck> checks() {
        return List.of(everywhere(), local());
    }

    /// Ends both threads; Avahi withdraws the names when the connection is closed.
    @Override
    public void close() {
        announcer.interrupt();
        looker.interrupt();
    }

    private DoctorCheck everywhere() {
        return new DoctorCheck(
                "Names: sandbox.localhost",
                "ok",
                localhostWorks
                        ? "every program on this computer can resolve these names"
                        : "browsers and curl can resolve these names; other programs on this computer cannot",
                null);
    }

    private DoctorCheck local() {
        String name = "Names: sandbox.local";
        AvahiNames.Report now = report;
        if (now.absent() != null) {
            return new DoctorCheck(
                    name,
                    "warn",
                    "not announced, because Avahi is not available (" + now.absent()
                            + "); addresses use sandbox.localhost",
                    "sudo apt-get install avahi-daemon libnss-mdns");
        }
        List<String> missing = files.missing();
        if (!localWorks) {
            String why = missing.isEmpty() ? "" : "; missing: " + String.join("; ", missing);
            return new DoctorCheck(
                    name,
                    "warn",
                    "this computer cannot resolve the announced names (%d)%s".formatted(now.announced(), why),
                    missing.isEmpty() ? null : FIX);
        }
        return collided(name, now);
    }

    private static DoctorCheck collided(String name, AvahiNames.Report now) {
        String found = "this computer can resolve the announced names (%d)".formatted(now.announced());
        if (now.collided() > 0) {
            return new DoctorCheck(
                    name,
                    "warn",
                    "%s; names in use by another computer (will be retried): %d".formatted(found, now.collided()),
                    null);
        }
        String rest = now.left() == 0 ? "" : "; names over Avahi's limit, not announced: %d".formatted(now.left());
        return new DoctorCheck(name, "ok", found + rest, null);
    }

    private void announce() {
        List<String> all = new ArrayList<>(List.of(PROBE));
        all.addAll(announced);
        report = avahi.keep(all);
    }

    private void look() {
        localWorks = report.absent() == null && lookup.leadsHere(PROBE);
        localhostWorks = lookup.leadsHere(EVERYWHERE);
    }

    private void every(Duration pause, Runnable action) {
        try {
            while (!Thread.interrupted()) {
                tried(action);
                Thread.sleep(pause);
            }
        } catch (InterruptedException e) {
            LOG.debug("the names are withdrawn");
        } finally {
            if (Thread.currentThread().equals(announcer)) {
                avahi.close();
            }
        }
    }

    private static void tried(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            // The top of a thread: one unexpected answer must not end the announcements.
            LOG.warn("names", e);
        }
    }
}
