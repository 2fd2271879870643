package dev.belljar.agent.retention;

import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.storage.DiskUsage;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.storage.StorageException;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.text.ByteCount;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Pauses machines that would exceed their disk limits, and resumes them when they may run again.
///
/// A disk layer is bounded by the disk's size, but each snapshot begins another layer: so a sandbox's usage is
/// measured, the more often the nearer it is to a limit. A machine that is being ended may exceed it by a
/// little, otherwise the work that exists only in it could not be saved.
public final class StorageWatch implements AutoCloseable {
    static final ProblemCode QUOTA = new ProblemCode("machine.disk-quota", 507);
    static final ProblemCode UNMEASURED = new ProblemCode("machine.disk-unmeasured", 507);
    static final ProblemCode RESERVE = new ProblemCode("machine.disk-reserve", 507);

    private static final Logger LOG = LoggerFactory.getLogger(StorageWatch.class);
    /// More bytes than any current disk writes in a second.
    private static final long FASTEST = 2L << 30;

    private static final long SHORTEST_MILLIS = 100;
    private static final long LONGEST_MILLIS = 2_000;
    /// How far a machine that is being ended may exceed its quota.
    private static final long LAST = 1L << 30;

    private static final Duration GIVE_UP = Duration.ofSeconds(10);

    private final SandboxRegistry registry;
    private final QuotaService quotas;
    private final Path data;
    private final Map<String, Long> ending = new ConcurrentHashMap<>();
    private final Map<String, Thread> telling = new ConcurrentHashMap<>();
    private final PauseEnforcer enforcer = new PauseEnforcer();
    private final Semaphore hurry = new Semaphore(0);
    private final Thread thread;

    public StorageWatch(SandboxRegistry registry, QuotaService quotas, HostFolders folders) {
        this.registry = registry;
        this.quotas = quotas;
        this.data = folders.data();
        this.thread = Thread.ofVirtual().name("storage-watch").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /// Measures again at once, after a limit was changed or files were deleted.
    void hurry() {
        hurry.release();
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            if (thread.getState() != Thread.State.NEW && !thread.join(GIVE_UP)) {
                LOG.warn("the storage watch did not stop in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!Thread.interrupted()) {
                long next = look();
                if (hurry.tryAcquire(next, TimeUnit.MILLISECONDS)) {
                    hurry.drainPermits();
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("the storage watch was stopped");
        }
    }

    /// Whether a machine is being paused or resumed after the last measurement.
    boolean tells() {
        return telling.values().stream().anyMatch(Thread::isAlive);
    }

    /// Measures all machines and returns in how many milliseconds the next measurement is due.
    long look() throws InterruptedException {
        Reserve reserve = reserve();
        long least = reserve.room();
        for (SandboxRuntime sandbox : registry.all()) {
            Machine machine = sandbox.machine().orElse(null);
            if (machine == null) {
                ending.remove(sandbox.id());
                enforcer.forget(sandbox.id());
                continue;
            }
            try {
                least = Math.min(least, judge(sandbox, machine, reserve));
            } catch (StorageException e) {
                // Belljar never causes this, and a disk that cannot be measured would have no limit.
                boolean saves = sandbox.ends() && reserve.room() + reserve.bytes() / 2 > 0;
                least = Math.min(
                        least,
                        holds(sandbox, machine, saves ? null : unmeasured(sandbox, e), PauseEnforcer.UNMEASURED));
            } catch (RuntimeException e) {
                // The top of a virtual thread, for each sandbox: an error with one must not affect the others.
                LOG.error("{}: its disk use could not be checked", sandbox.name(), e);
            }
        }
        return Math.clamp(least / (FASTEST / 1_000), SHORTEST_MILLIS, LONGEST_MILLIS);
    }

    /// The free bytes beyond the reserve, and the size of the reserve.
    private record Reserve(long room, long bytes) {}

    /// Reads the reserve; a file system that does not report its free space is treated as having no reserve.
    private Reserve reserve() {
        try {
            return new Reserve(quotas.reserve().room(data), quotas.reserve().bytes(data));
        } catch (IOException e) {
            LOG.warn("{}: the free space cannot be determined: {}", data, e.toString());
            return new Reserve(Long.MAX_VALUE, 0);
        }
    }

    /// How many bytes the sandbox may still use.
    private long judge(SandboxRuntime sandbox, Machine machine, Reserve reserve)
            throws StorageException, InterruptedException {
        DiskUsage usage = quotas.watched(sandbox.record());
        long quota = quotas.quota(sandbox.record());
        long bound = quota == 0 ? Long.MAX_VALUE : quota;
        long free = reserve.room();
        if (sandbox.ends()) {
            long begun = ending.computeIfAbsent(sandbox.id(), id -> usage.sum());
            bound = Math.max(bound, begun + LAST);
            free += reserve.bytes() / 2;
        } else {
            ending.remove(sandbox.id());
        }
        long left = Math.min(free, bound - usage.sum());
        Problem why = left > 0 ? null : free <= 0 ? reserved(sandbox, reserve) : over(sandbox, usage, quota);
        long next = holds(sandbox, machine, why, usage.disk());
        return why == null ? left : next;
    }

    /// Pauses the machine for this reason, or resumes it with null; 0 if another check is due soon.
    private long holds(SandboxRuntime sandbox, Machine machine, @Nullable Problem why, long disk)
            throws InterruptedException {
        tell(sandbox, machine, why);
        return why == null || enforcer.check(sandbox, why, disk) ? Long.MAX_VALUE : 0;
    }

    /// Pauses or resumes a machine on its own thread, so that a monitor that does not answer does not delay the
    /// others.
    private void tell(SandboxRuntime sandbox, Machine machine, @Nullable Problem why) {
        Thread before = telling.get(sandbox.id());
        boolean known = why == null ? sandbox.observation().pauseReason() == null : machine.suspended();
        if (why == null) {
            enforcer.forget(sandbox.id());
        } else {
            enforcer.asks(sandbox.id(), machine);
        }
        if (known || (before != null && before.isAlive())) {
            return;
        }
        telling.put(
                sandbox.id(),
                Thread.ofVirtual().name("storage-" + sandbox.id()).start(() -> hold(sandbox, machine, why)));
    }

    private void hold(SandboxRuntime sandbox, Machine machine, @Nullable Problem why) {
        try {
            machine.hold(why);
            if (why != null) {
                enforcer.answered(sandbox.id());
            }
        } catch (VmException e) {
            LOG.warn("{}: {}", sandbox.name(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            telling.remove(sandbox.id(), Thread.currentThread());
        }
    }

    private static Problem over(SandboxRuntime sandbox, DiskUsage usage, long quota) {
        return Problem.of(
                QUOTA,
                "paused: disk quota",
                ("sandbox %s uses %s of its %s disk quota (%s); it is paused until it uses less or "
                                + "its quota is raised")
                        .formatted(
                                sandbox.name(),
                                ByteCount.binaryWords(usage.sum()),
                                ByteCount.ofMiB(quota >> 20),
                                usage.words()),
                QuotaService.hint(sandbox.name()) + " The sandbox then continues automatically. No data is lost.");
    }

    private static Problem unmeasured(SandboxRuntime sandbox, StorageException why) {
        return Problem.of(
                UNMEASURED,
                "paused: disk use unknown",
                ("the disk use of sandbox %s cannot be measured, so it cannot be limited and the sandbox "
                                + "is paused: %s")
                        .formatted(sandbox.name(), why.getMessage()),
                "Check the data folder. If you did not change anything in it, this sandbox's QEMU may have been "
                        + "compromised: destroy the sandbox with `belljar destroy --now " + sandbox.name() + "`.");
    }

    private Problem reserved(SandboxRuntime sandbox, Reserve reserve) {
        return Problem.of(
                RESERVE,
                "paused: host disk reserve",
                "the disk that contains %s has less free space than the host disk reserve of %,d MiB; sandbox %s is"
                                .formatted(data, reserve.bytes() >> 20, sandbox.name())
                        + " paused until more space is free",
                "Free some space on that disk, for example with `belljar trash empty`. `belljar "
                        + "storage` shows what uses the disk, and `belljar storage set --reserve 1G` lowers the "
                        + "reserve. The sandbox then continues automatically. No data is lost.");
    }
}
