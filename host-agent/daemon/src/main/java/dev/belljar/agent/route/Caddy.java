package dev.belljar.agent.route;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.host.SearchPath;
import dev.belljar.contract.view.network.RouteServer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the host agent's own Caddy: starts it, watches it, restarts it when it ends, and stops it with the host
/// agent.
///
/// Caddy has its own folders and reads its whole configuration at the start; a new or removed route does not
/// change the configuration, so that no WebSocket breaks. Caddy does not outlive the host agent, even if the
/// host agent is killed. If one is left all the same it is replaced: it is recognized by the configuration it
/// was started with.
final class Caddy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Caddy.class);
    private static final String PROGRAM = "caddy";
    private static final String MISSING =
            "Caddy is not installed. Browser addresses need it; `belljar port` works without it";
    private static final int MOST_WORDS = 4_096;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration GIVE_UP = Duration.ofSeconds(5);
    private static final Duration LEAST = Duration.ofMillis(200);
    private static final Duration MOST = Duration.ofSeconds(30);
    /// A Caddy that ran at least this long before it ended is restarted at once.
    private static final Duration STEADY = Duration.ofMinutes(1);

    private final Path run;
    private final Path data;
    private final CaddyConfig config;
    private final WebPorts ports;
    private final SearchPath programs;
    private final Thread keeper;
    private volatile RouteServer status;
    private volatile String domain = OuterName.LOCALHOST;
    private volatile String version = "";

    /// `run` is the folder for sockets and `data` the one for persistent files, both of mode 0700; `programs` is
    /// the path on which Caddy is searched.
    Caddy(Path run, Path data, CaddyConfig config, WebPorts ports, SearchPath programs) {
        this.run = run;
        this.data = data;
        this.config = config;
        this.ports = ports;
        this.programs = programs;
        this.status = new RouteServer("starting", "Caddy is starting", 0, 0, null, domain);
        this.keeper = Thread.ofVirtual().name("caddy").unstarted(this::keep);
    }

    void start() {
        keeper.start();
    }

    RouteServer status() {
        RouteServer now = status;
        return new RouteServer(now.state(), now.detail(), now.httpsPort(), now.httpPort(), certificate(), domain);
    }

    /// Records why Caddy cannot be started.
    void cannot(String reason) {
        say("failing", reason, 0, 0);
    }

    /// Sets the domain whose names resolve on this host.
    void domain(String works) {
        domain = works;
    }

    /// Caddy's version as it prints it, empty while unknown.
    String version() {
        return version;
    }

    @Override
    public void close() {
        keeper.interrupt();
        try {
            if (keeper.getState() != Thread.State.NEW && !keeper.join(GIVE_UP.multipliedBy(2))) {
                LOG.warn("Caddy did not stop in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Path configFile() {
        return data.resolve("caddy.json");
    }

    /// The file for Caddy's output before it has read its configuration; afterwards Caddy writes a log that it
    /// rotates itself.
    private Path output() {
        return data.resolve("caddy.out");
    }

    private @Nullable String certificate() {
        Path root = RouteAuthority.certificate(data);
        return Files.isReadable(root) ? root.toString() : null;
    }

    private void keep() {
        Duration pause = LEAST;
        try {
            while (true) {
                long began = System.nanoTime();
                try {
                    Optional<Path> program = programs.find(PROGRAM);
                    if (program.isPresent()) {
                        live(program.get());
                    } else {
                        say("missing", MISSING, 0, 0);
                    }
                } catch (CommandException | IOException e) {
                    LOG.warn("caddy: {}", e.getMessage());
                    say("failing", String.valueOf(e.getMessage()), 0, 0);
                } catch (RuntimeException e) {
                    // The top of a virtual thread: an error in one run must not prevent the next.
                    LOG.warn("caddy", e);
                    say("failing", String.valueOf(e), 0, 0);
                }
                boolean steady = System.nanoTime() - began > STEADY.toNanos();
                pause = steady ? LEAST : pause.multipliedBy(2).compareTo(MOST) > 0 ? MOST : pause.multipliedBy(2);
                Thread.sleep(pause);
            }
        } catch (InterruptedException e) {
            LOG.debug("Caddy stops because the host agent is stopping");
        }
    }

    /// Runs Caddy once; ends with an exception that says how Caddy ended.
    private void live(Path program) throws CommandException, IOException, InterruptedException {
        version = Command.of(program.toString(), "version")
                .timeout(PATIENCE)
                .run()
                .text()
                .lines()
                .findFirst()
                .orElse("")
                .strip()
                .split(" ")[0];
        replace();
        WebPorts.Taken taken = ports.take();
        Path admin = run.resolve("admin");
        Files.deleteIfExists(admin);
        RouteAuthority root = RouteAuthority.open(data, InstantSource.system());
        root.clean(data.resolve("store"));
        CaddyConfig.Places places =
                new CaddyConfig.Places(admin, run.resolve("auth"), data.resolve("store"), data.resolve("caddy.log"));
        DurableFile.write(configFile(), config.with(places, root, taken, version));
        Process process = begin(program);
        try {
            awaitReady(process, CertificateProof.by(root), taken.https());
            Files.setPosixFilePermissions(admin, PosixFilePermissions.fromString("rw-------"));
            say("running", sentence(taken), taken.https(), taken.http());
            int exit = process.waitFor();
            throw new IOException("Caddy exited with code %d and is being restarted".formatted(exit));
        } finally {
            Command.endTied(process, GIVE_UP);
        }
    }

    private Process begin(Path program) throws CommandException, IOException {
        Files.deleteIfExists(output());
        return Command.of(program.toString(), "run", "--config", configFile().toString())
                .cleanEnvironment()
                .env("XDG_DATA_HOME", data.toString())
                .env("XDG_CONFIG_HOME", data.toString())
                // Without this a library of Caddy creates its folder in the user's home.
                .env("STEPPATH", data.resolve("step").toString())
                .in(data)
                .startTied(output());
    }

    private void replace() throws InterruptedException {
        for (ProcessIdentity left : ProcessIdentity.startedWith(configFile().toString())) {
            LOG.info("stopping Caddy process {}, which an earlier host agent left running", left.pid());
            boolean _ = left.killAndWait(GIVE_UP);
        }
    }

    private void awaitReady(Process process, CertificateProof proof, int port)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!Files.exists(run.resolve("admin"))
                || !OuterName.DOMAINS.stream().allMatch(each -> proof.holds("belljar." + each, port))) {
            if (!process.isAlive()) {
                throw new IOException("Caddy cannot be started: " + lastWords());
            }
            if (System.nanoTime() > deadline) {
                throw new IOException("Caddy does not respond on port " + port);
            }
            Thread.sleep(20);
        }
    }

    private String lastWords() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(output().toFile(), "r")) {
            byte[] tail = new byte[(int) Math.min(file.length(), MOST_WORDS)];
            file.seek(file.length() - tail.length);
            file.readFully(tail);
            String said = new String(tail, StandardCharsets.UTF_8).strip();
            String last = said.substring(said.lastIndexOf('\n') + 1);
            return last.length() > 300 ? last.substring(0, 300) + "…" : last;
        }
    }

    private String sentence(WebPorts.Taken taken) {
        String listens = "Caddy %s serves HTTPS on port %d".formatted(version, taken.https());
        return taken.instead() == null
                ? listens
                : listens + ", because port " + taken.instead() + " is used by another program";
    }

    private void say(String state, String detail, int https, int http) {
        if (!state.equals(status.state())) {
            LOG.info("routes: {}: {}", state, detail);
        }
        status = new RouteServer(state, detail, https, http, null, domain);
    }
}
