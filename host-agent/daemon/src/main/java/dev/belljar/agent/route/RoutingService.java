package dev.belljar.agent.route;

import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.host.SearchPath;
import dev.belljar.agent.portforward.ConnectionSlots;
import dev.belljar.agent.portforward.PeerOwner;
import dev.belljar.agent.portforward.PortForwardException;
import dev.belljar.agent.portforward.PortForwards;
import dev.belljar.agent.portforward.UpstreamSockets;
import dev.belljar.contract.request.network.ForwardPort;
import dev.belljar.contract.view.host.DoctorCheck;
import dev.belljar.contract.view.network.PortForward;
import dev.belljar.contract.view.network.RouteServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Puts together the parts between a browser and machines: Caddy, the forward-auth server, the sockets that
/// Caddy connects to, port forwards, and the announced names.
public final class RoutingService implements GuestConnections {
    private static final Logger LOG = LoggerFactory.getLogger(RoutingService.class);
    private static final Duration TICK = Duration.ofSeconds(1);
    /// `/ID-65535` and the end of a C string.
    private static final int SOCKET_NAME = 20;
    private static final int LONGEST_SOCKET_PATH = 107;

    private final Path run;
    private final Naming naming;
    private final Caddy caddy;
    private final ReusedNames successions;
    private final ConnectionSlots places = new ConnectionSlots();
    private final Thread sweeper = Thread.ofVirtual().name("routes").unstarted(this::sweep);
    private final List<AutoCloseable> open = new ArrayList<>();
    private volatile SandboxSites sites = SandboxSites.NONE;
    private volatile List<DoctorCheck> checked = List.of();
    private volatile PortForwards forwards = new PortForwards(SandboxSites.NONE, places);
    private volatile @Nullable UpstreamSockets upstreams;

    private RoutingService(Path run, Caddy caddy, ReusedNames successions, Naming naming) {
        this.run = run;
        this.caddy = caddy;
        this.successions = successions;
        this.naming = naming;
    }

    /// Announces the names of the `.local` domain, which needs a resolver.
    public interface Naming extends AutoCloseable {
        /// Announces exactly these names from now on.
        void announce(List<String> names);

        /// True if names of that domain were resolved on this host.
        boolean works();

        /// The doctor's checks of names.
        List<DoctorCheck> checks();

        @Override
        void close();

        /// Announces no names.
        Naming NONE = new Naming() {
            @Override
            public void announce(List<String> names) {}

            @Override
            public boolean works() {
                return false;
            }

            @Override
            public List<DoctorCheck> checks() {
                return List.of();
            }

            @Override
            public void close() {}
        };
    }

    /// Creates the folders; starts nothing before `serve`.
    ///
    /// @throws IOException when a folder cannot be created, or the environment sets an invalid port
    public static RoutingService in(HostFolders folders, Map<String, String> environment, Naming naming)
            throws IOException {
        Path run = folder(folders.runtime().resolve("routes"));
        Path data = folder(folders.data().resolve("routes"));
        WebPorts ports = WebPorts.of(data.resolve("port"), environment);
        Caddy caddy = new Caddy(run, data, CaddyConfig.built(), ports, SearchPath.of(environment));
        return new RoutingService(run, caddy, ReusedNames.in(data.resolve("names")), naming);
    }

    @Override
    public void serve(SandboxSites served) {
        sites = served;
        forwards = new PortForwards(served, places);
        open.add(forwards);
        try {
            enter(served);
            caddy.start();
        } catch (IOException e) {
            // Machines work without addresses.
            LOG.error("browser addresses do not work: {}", e.getMessage());
            caddy.cannot(String.valueOf(e.getMessage()));
        }
        sweeper.start();
    }

    private void enter(SandboxSites served) throws IOException {
        if (run.toString().length() + SOCKET_NAME > LONGEST_SOCKET_PATH) {
            throw new IOException(
                    run + ": this path is too long to hold the Unix sockets for browser addresses; set XDG_RUNTIME_DIR"
                            + " to a shorter path");
        }
        clear();
        UpstreamSockets sockets = new UpstreamSockets(run, served, places);
        upstreams = sockets;
        open.add(sockets);
        RequestRouter reception =
                new RequestRouter(served, sockets, ErrorPages.built(addresses()), successions, RoutingService::own);
        open.add(ForwardAuthServer.open(run.resolve("auth"), reception));
    }

    /// True if the request comes from this process's user, by the client address that Caddy reports.
    private static boolean own(ForwardedRequest ask) {
        return PeerOwner.own(ask.header("x-sandbox-caller").orElse(""));
    }

    @Override
    public RouteServer server() {
        return caddy.status();
    }

    @Override
    public String url(String name, @Nullable Integer port) {
        return addresses().url(name, port);
    }

    @Override
    public List<DoctorCheck> checks() {
        return Stream.concat(checked.stream(), naming.checks().stream()).toList();
    }

    @Override
    public PortForward forward(String id, ForwardPort request) throws PortForwardException {
        return forwards.open(id, request);
    }

    @Override
    public PortForward unforward(String id, int host) throws PortForwardException {
        return forwards.close(id, host);
    }

    @Override
    public List<PortForward> forwards(String id) {
        return forwards.of(id);
    }

    @Override
    public void close() {
        sweeper.interrupt();
        caddy.close();
        naming.close();
        for (AutoCloseable part : open.reversed()) {
            try {
                part.close();
            } catch (Exception e) {
                LOG.warn("closing {}", part.getClass().getSimpleName(), e);
            }
        }
    }

    private AddressFormatter addresses() {
        return new AddressFormatter() {
            @Override
            public String domain() {
                return naming.works() ? OuterName.LOCAL : OuterName.LOCALHOST;
            }

            @Override
            public int httpsPort() {
                return caddy.status().httpsPort();
            }
        };
    }

    private void sweep() {
        try {
            while (true) {
                Thread.sleep(TICK);
                tick();
            }
        } catch (InterruptedException e) {
            LOG.debug("the routes are closed");
        }
    }

    private void tick() {
        try {
            UpstreamSockets sockets = upstreams;
            if (sockets != null) {
                sockets.sweep();
            }
            forwards.sweep();
            successions.see(sites.all());
            naming.announce(names());
            caddy.domain(addresses().domain());
            checked = RouteChecks.of(caddy.status(), caddy.version());
        } catch (IOException | RuntimeException e) {
            // The top of a virtual thread: a failed check must not prevent the next.
            LOG.warn("the routes could not be updated", e);
        }
    }

    /// The host names of all addresses, those of main ports first.
    private List<String> names() {
        List<SandboxSite> all = sites.all();
        Stream<String> first = all.stream().map(site -> name(site, null));
        Stream<String> agents = all.stream().map(site -> name(site, MainPort.AGENT));
        Stream<String> ports =
                all.stream().flatMap(site -> site.ports().stream().map(port -> name(site, port.port())));
        return Stream.of(first, agents, ports).flatMap(each -> each).distinct().toList();
    }

    private static String name(SandboxSite site, @Nullable Integer port) {
        return OuterName.first(DnsLabels.of(site.name()), port) + "." + OuterName.LOCAL;
    }

    private static Path folder(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        return folder;
    }

    /// Deletes sockets that a killed host agent left.
    private void clear() throws IOException {
        try (Stream<Path> left = Files.list(run)) {
            for (Path socket : left.toList()) {
                Files.deleteIfExists(socket);
            }
        }
    }
}
