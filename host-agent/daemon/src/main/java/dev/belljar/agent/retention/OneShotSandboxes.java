package dev.belljar.agent.retention;

import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes sandboxes that were created for one command: when their client says so, when it has not been heard of for
/// a minute and no command runs, and all of them when the host agent starts, because their clients lost them.
///
/// `nanos` is a monotonic clock, so that a suspended computer does not end them.
public final class OneShotSandboxes implements AutoCloseable {
    /// How long a client may be silent.
    static final Duration LEASE = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(OneShotSandboxes.class);
    private static final Duration LOOKS = Duration.ofSeconds(5);
    private static final Duration GIVE_UP = Duration.ofSeconds(10);

    private final SandboxRegistry registry;
    private final Predicate<SandboxRuntime> deletion;
    private final LongSupplier nanos;
    private final Map<String, Long> heard = new ConcurrentHashMap<>();
    private final Set<String> ending = ConcurrentHashMap.newKeySet();
    private final Thread thread;

    /// `deletion` deletes a sandbox with everything in it, and returns false if it is still there.
    public OneShotSandboxes(SandboxRegistry registry, Predicate<SandboxRuntime> deletion, LongSupplier nanos) {
        this.registry = registry;
        this.deletion = deletion;
        this.nanos = nanos;
        this.thread = Thread.ofVirtual().name("one-shot").unstarted(this::run);
    }

    /// Begins to delete those that an earlier host agent left, and to look for those whose client is gone.
    public void start() {
        List<SandboxRuntime> left = all();
        left.forEach(sandbox -> heard.put(sandbox.id(), nanos.getAsLong() - LEASE.toNanos()));
        thread.start();
    }

    private List<SandboxRuntime> all() {
        return registry.all().stream()
                .filter(sandbox -> sandbox.record().spec().oneShot())
                .toList();
    }

    private void run() {
        try {
            while (!Thread.interrupted()) {
                look();
                Thread.sleep(LOOKS);
            }
        } catch (InterruptedException e) {
            LOG.debug("the thread was stopped");
        }
    }

    /// Deletes the sandboxes whose client is gone.
    void look() {
        long now = nanos.getAsLong();
        List<SandboxRuntime> all = all();
        heard.keySet().retainAll(all.stream().map(SandboxRuntime::id).collect(Collectors.toSet()));
        for (SandboxRuntime sandbox : all) {
            // A sandbox is first seen here at most a few seconds after it was created.
            long last = heard.computeIfAbsent(sandbox.id(), _ -> now);
            // While a command runs, its connection says that the client is there.
            boolean used = sandbox.observation().activity().idle().isZero();
            if (now - last >= LEASE.toNanos() && !used) {
                LOG.info("{}: deleting it, because the client that created it for one command is gone", sandbox.name());
                delete(sandbox);
            }
        }
    }

    private boolean delete(SandboxRuntime sandbox) {
        if (!ending.add(sandbox.id())) {
            return true;
        }
        try {
            return deletion.test(sandbox);
        } catch (RuntimeException e) {
            // For each sandbox: an error with one must not keep the others.
            LOG.error("{}: the sandbox could not be deleted", sandbox.name(), e);
            return false;
        } finally {
            ending.remove(sandbox.id());
        }
    }

    /// The client of a sandbox is still there. A sandbox is given by its id or name.
    ///
    /// @throws SandboxException `sandbox.wrong-state` if it was not created for one command
    public void renew(String id) throws BelljarException {
        heard.put(required(id).id(), nanos.getAsLong());
    }

    /// Deletes a sandbox with everything in it.
    ///
    /// @throws SandboxException `sandbox.wrong-state` if it was not created for one command
    public void discard(String id) throws BelljarException {
        SandboxRuntime sandbox = required(id);
        if (!delete(sandbox)) {
            throw new SandboxException(
                    ProblemCode.INTERNAL,
                    "sandbox %s could not be deleted".formatted(sandbox.name()),
                    "The host agent tries again after a minute. If the sandbox stays, `belljar list` or `belljar trash`"
                            + " shows it.");
        }
    }

    private SandboxRuntime required(String id) throws BelljarException {
        SandboxRuntime sandbox = registry.find(id);
        if (!sandbox.record().spec().oneShot()) {
            throw new SandboxException(
                    SandboxException.WRONG_STATE,
                    "sandbox %s was not created for one command".formatted(sandbox.name()),
                    "`belljar destroy %s` moves it to the trash.".formatted(sandbox.name()));
        }
        return sandbox;
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            if (thread.getState() != Thread.State.NEW && !thread.join(GIVE_UP)) {
                LOG.warn("the thread for sandboxes of one command did not stop in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
