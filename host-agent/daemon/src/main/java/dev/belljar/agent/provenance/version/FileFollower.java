package dev.belljar.agent.provenance.version;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.sandbox.SandboxState;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows the content of written files while their machines run. Reading does not count as use of a machine.
///
/// Each machine's files are read on its own thread, so that one that does not answer does not delay the others, and
/// at most one reading at a time runs in each.
public final class FileFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FileFollower.class);
    private static final Duration TICK = Duration.ofMillis(250);
    private static final Duration IDLE = Duration.ofSeconds(1);

    private final SandboxRegistry registry;
    private final InstantSource clock;
    private final Map<String, FileVersionStore> stores = new ConcurrentHashMap<>();
    private final Map<String, FollowedSandbox> followed = new ConcurrentHashMap<>();
    private final Set<String> busy = ConcurrentHashMap.newKeySet();
    private final Thread thread = Thread.ofVirtual().name("written-files").unstarted(this::run);

    public FileFollower(SandboxRegistry registry, InstantSource clock) {
        this.registry = registry;
        this.clock = clock;
    }

    public void start() {
        thread.start();
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    /// The versions of the files of a sandbox.
    public FileVersionStore versions(SandboxRuntime sandbox) {
        return stores.computeIfAbsent(
                sandbox.id(), _ -> new FileVersionStore(sandbox.folder().resolve("versions")));
    }

    private void run() {
        try {
            while (true) {
                boolean running = false;
                for (SandboxRuntime sandbox : registry.all()) {
                    if (sandbox.state() == SandboxState.RUNNING) {
                        running = true;
                        begin(sandbox);
                    }
                }
                stores.keySet().removeIf(id -> registry.known(id) == null);
                followed.keySet().removeIf(id -> registry.known(id) == null);
                Thread.sleep(running ? TICK : IDLE);
            }
        } catch (InterruptedException e) {
            LOG.debug("no longer following written files");
        }
    }

    private void begin(SandboxRuntime sandbox) {
        if (sandbox.observation().writes().paths().any() && busy.add(sandbox.id())) {
            Thread.ofVirtual().name(sandbox.name() + " written files").start(() -> {
                try {
                    int _ = read(sandbox);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    busy.remove(sandbox.id());
                }
            });
        }
    }

    /// Reads the files that are due; returns how many there were.
    public int read(SandboxRuntime sandbox) throws InterruptedException {
        GuestLink link = sandbox.anyLink().orElse(null);
        if (link == null || link.state() != LinkState.UP || !Files.isDirectory(sandbox.folder())) {
            return 0;
        }
        try {
            return followed.computeIfAbsent(sandbox.id(), _ -> new FollowedSandbox(versions(sandbox), clock))
                    .read(sandbox.observation().writes().paths(), link);
        } catch (GuestException e) {
            LOG.debug("{}: written files cannot be read: {}", sandbox.name(), e.getMessage());
        } catch (IOException e) {
            LOG.warn("{}: versions of files cannot be stored: {}", sandbox.name(), e.getMessage());
        }
        return 0;
    }
}
