package dev.belljar.agent.vm;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What becomes of a machine that may not write: QEMU stopped it because the host's disk is full, or it is held because
/// it reached a limit. It is said, and the machine goes on by itself once it may.
///
/// QEMU keeps the write that failed and does it again when the machine goes on, so its guest never sees an error.
/// Room is looked for every few seconds while the disk is full, and at no other time; whoever holds a machine releases
/// it.
final class WriteHold implements Consumer<QmpEvent> {
    private static final Logger LOG = LoggerFactory.getLogger(WriteHold.class);
    /// Less than this much is not worth going on for.
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

    /// Something done with a machine's monitor while nothing else is.
    interface Turn {
        /// Lets a machine that QEMU stopped go on, if `room`; says what the machine does then.
        String goOn(boolean room) throws VmException, InterruptedException;
    }

    WriteHold(String id, Path disk) {
        this(id, disk, LOOK);
    }

    WriteHold(String id, Path disk, Duration look) {
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

    /// The host's disk is full, as an event or the monitor's status tells.
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

    /// It may not go on before `release`, whatever room there is.
    synchronized void hold(Problem why) {
        if (!why.equals(held)) {
            held = why;
            LOG.info("{}: {}", id, why.detail());
            tell(heard -> heard.stands(why));
        }
    }

    /// Nobody holds it any more.
    synchronized void release() {
        if (held != null) {
            held = null;
            Problem still = full;
            tell(still == null ? DiskListener::goesOn : heard -> heard.stands(still));
        }
    }

    /// Why it is held, if it is.
    synchronized @Nullable Problem held() {
        return held;
    }

    /// True if a machine with this status was stopped by QEMU itself.
    static boolean means(String status) {
        return status.equals(STOPPED);
    }

    /// Who lets the machine go on; until then it waits.
    synchronized void drive(Turn newTurn) {
        turn = newTurn;
    }

    /// Tells `newListener` from now on, at once if the machine stands still.
    synchronized void listen(DiskListener newListener) {
        listener = newListener;
        Problem now = now();
        if (now != null) {
            newListener.stands(now);
        }
    }

    /// The machine has ended, or is another host agent's from now on.
    synchronized void close() {
        closed = true;
    }

    /// Refuses what needs a machine that runs.
    ///
    /// @throws VmException with the code of why it stands still, while it does
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
        LOG.info("{}: there is room again, the machine goes on", id);
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
                VmException.STANDS_STILL,
                "the machine stands still",
                "%s: the host's disk is full (%d MiB free); machine %s stands still until %d MiB are free"
                        .formatted(disk, free() >> 20, id, ENOUGH >> 20),
                "Make room on that disk: the machine goes on by itself, and nothing it wrote is lost.");
    }
}
