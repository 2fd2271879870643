package dev.belljar.agent.vm.qemu;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.vm.DiskListener;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.qmp.QmpEvent;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Handles a machine that may not write: QEMU paused it because the host's disk is full, or it is held because
/// it reached a limit. Reports the pause and resumes the machine once it may run.
///
/// QEMU keeps the failed write and repeats it when the machine resumes, so that the guest never sees an error.
/// Free space is checked every few seconds while the disk is full, and at no other time; a hold ends only with
/// `release`.
final class DiskPause implements Consumer<QmpEvent> {
    private static final Logger LOG = LoggerFactory.getLogger(DiskPause.class);
    /// The machine is resumed only with at least this much free space.
    private static final long ENOUGH = 64L << 20;

    private static final Duration LOOK = Duration.ofSeconds(3);
    private static final String STOPPED = "io-error";

    private final String id;
    private final Path disk;
    private final Duration look;
    private @Nullable DiskListener listener;
    private @Nullable Problem full;
    private @Nullable Problem held;
    private @Nullable Turn turn;
    private long errors;
    private boolean closed;

    /// An exclusive operation on a machine's monitor.
    interface Turn {
        /// Resumes a machine that QEMU paused, if `room`; returns the machine's status.
        String goOn(boolean room) throws VmException, InterruptedException;
    }

    DiskPause(String id, Path disk) {
        this(id, disk, LOOK);
    }

    DiskPause(String id, Path disk, Duration look) {
        this.id = id;
        this.disk = disk;
        this.look = look;
    }

    @Override
    public void accept(QmpEvent event) {
        if (event.name().equals("BLOCK_IO_ERROR") && event.text("action").equals("stop")) {
            begin();
        }
    }

    /// The host's disk is full, by an event or the monitor's status.
    void begin() {
        Problem said;
        synchronized (this) {
            errors++;
            if (full != null) {
                return;
            }
            full = problem();
            said = full;
            tell(heard -> heard.stands(said));
        }
        LOG.warn("{}", said.detail());
        Thread.ofVirtual().name("standstill-" + id).start(this::watch);
    }

    /// Holds the machine until `release`, however much space is free.
    synchronized void hold(Problem why) {
        if (!why.equals(held)) {
            held = why;
            LOG.info("{}: {}", id, why.detail());
            tell(heard -> heard.stands(why));
        }
    }

    /// Ends the hold.
    synchronized void release() {
        if (held != null) {
            held = null;
            Problem still = full;
            tell(still == null ? DiskListener::goesOn : heard -> heard.stands(still));
        }
    }

    /// Why the machine is held, if it is.
    synchronized @Nullable Problem held() {
        return held;
    }

    /// True if a machine with this status was paused by QEMU itself.
    static boolean means(String status) {
        return status.equals(STOPPED);
    }

    /// Sets the operation that resumes the machine; until then the machine waits.
    synchronized void drive(Turn newTurn) {
        turn = newTurn;
    }

    /// Sets the listener, which is called at once if the machine is paused.
    synchronized void listen(DiskListener newListener) {
        listener = newListener;
        Problem now = now();
        if (now != null) {
            newListener.stands(now);
        }
    }

    /// Stops, because the machine has ended or another host agent takes over.
    synchronized void close() {
        closed = true;
    }

    /// Refuses an operation that needs a running machine.
    ///
    /// @throws VmException with the code of the reason while the machine is paused
    synchronized void refuse() throws VmException {
        Problem now = now();
        if (now != null) {
            throw new VmException(new ProblemCode(now.code(), now.status()), now.detail(), now.hint(), null);
        }
    }

    private @Nullable Problem now() {
        return held == null ? full : held;
    }

    private void watch() {
        try {
            while (!over()) {
                Thread.sleep(look);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean over() throws InterruptedException {
        long before;
        Turn now;
        synchronized (this) {
            if (closed) {
                return true;
            }
            before = errors;
            now = turn;
        }
        if (now == null) {
            return false;
        }
        try {
            return now.goOn(free() >= ENOUGH).equals("running") && ended(before);
        } catch (VmException e) {
            LOG.info("{}: {}", id, e.getMessage());
            return false;
        }
    }

    private synchronized boolean ended(long before) {
        if (errors != before) {
            return false; // it stopped again since it was asked
        }
        full = null;
        LOG.info("{}: enough space is free again, so the sandbox continues", id);
        if (held == null) {
            tell(DiskListener::goesOn);
        }
        return true;
    }

    private void tell(Consumer<DiskListener> news) {
        DiskListener now = listener;
        if (now != null) {
            news.accept(now);
        }
    }

    private long free() {
        try {
            return DiskReserve.NONE.room(disk);
        } catch (IOException e) {
            LOG.info("{}: {}", disk, e.toString());
            return 0;
        }
    }

    private Problem problem() {
        return Problem.of(
                VmException.PAUSED,
                "the sandbox is paused",
                "%s: this computer's disk is full (%d MiB free); sandbox %s is paused until %d MiB are free"
                        .formatted(disk, free() >> 20, id, ENOUGH >> 20),
                "Free some space on that disk. The sandbox then continues automatically. No data is lost.");
    }
}
