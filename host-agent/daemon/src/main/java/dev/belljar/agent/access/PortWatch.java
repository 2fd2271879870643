package dev.belljar.agent.access;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.SandboxState;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Polls the listening ports of running machines, every other second while they are used and less often while
/// they are idle. Polling does not count as use: an idle machine is still hibernated.
///
/// Each machine is polled on its own thread, so that one that does not answer does not delay the others.
public final class PortWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PortWatch.class);
    private static final Duration TICK = Duration.ofSeconds(2);
    private static final Duration SELDOM = Duration.ofSeconds(15);
    private static final Duration UNUSED = Duration.ofMinutes(2);
    /// How long a page waits for a poll.
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final SandboxRegistry registry;
    private final Map<String, ReportedPorts> heard = new ConcurrentHashMap<>();
    private final Map<String, FutureTask<Boolean>> looks = new ConcurrentHashMap<>();
    private final Thread thread = Thread.ofVirtual().name("ports").unstarted(this::run);

    public PortWatch(SandboxRegistry registry) {
        this.registry = registry;
    }

    public void start() {
        thread.start();
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    /// The known ports of this sandbox; none if it does not run.
    ReportedPorts.Seen seen(SandboxRuntime sandbox) {
        ReportedPorts ports = heard.get(sandbox.id());
        return ports == null || sandbox.state() != SandboxState.RUNNING ? ReportedPorts.Seen.NONE : ports.seen();
    }

    /// Polls now and waits a little for the answer. A poll under way may have read an older state, so this waits
    /// for it and begins another.
    void look(SandboxRuntime sandbox) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            FutureTask<Boolean> older = looks.get(sandbox.id());
            if (older != null) {
                boolean _ = older.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
            boolean _ = begin(sandbox).get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            LOG.debug("{}: the guest did not list its listening ports in time", sandbox.name());
        } catch (ExecutionException e) {
            LOG.warn("{}: its ports cannot be read", sandbox.name(), e);
        }
    }

    private void run() {
        try {
            while (true) {
                for (SandboxRuntime sandbox : registry.all()) {
                    if (due(sandbox)) {
                        FutureTask<Boolean> _ = begin(sandbox);
                    }
                }
                heard.keySet()
                        .removeIf(id -> registry.all().stream()
                                .noneMatch(each -> each.id().equals(id) && each.state() == SandboxState.RUNNING));
                Thread.sleep(TICK);
            }
        } catch (InterruptedException e) {
            LOG.debug("no longer watching for listening ports");
        }
    }

    private boolean due(SandboxRuntime sandbox) {
        if (sandbox.state() != SandboxState.RUNNING) {
            return false;
        }
        boolean unused = sandbox.observation().activity().idle().compareTo(UNUSED) > 0;
        ReportedPorts ports = heard.get(sandbox.id());
        return !unused || ports == null || ports.age().compareTo(SELDOM) > 0;
    }

    private FutureTask<Boolean> begin(SandboxRuntime sandbox) {
        FutureTask<Boolean> fresh = new FutureTask<>(() -> ask(sandbox));
        FutureTask<Boolean> look =
                looks.merge(sandbox.id(), fresh, (running, started) -> running.isDone() ? started : running);
        if (look.equals(fresh)) {
            Thread.ofVirtual().name(sandbox.name() + " ports").start(look);
        }
        return look;
    }

    private boolean ask(SandboxRuntime sandbox) throws InterruptedException {
        try {
            GuestLink link = sandbox.anyLink().orElse(null);
            if (link == null || link.state() != LinkState.UP || sandbox.state() != SandboxState.RUNNING) {
                return false;
            }
            heard.computeIfAbsent(sandbox.id(), id -> new ReportedPorts(sandbox.observation()::port))
                    .hear(link.ports());
            return true;
        } catch (BelljarException e) {
            LOG.debug("{}: its listening ports cannot be determined: {}", sandbox.name(), e.getMessage());
            return false;
        } finally {
            looks.remove(sandbox.id());
        }
    }
}
