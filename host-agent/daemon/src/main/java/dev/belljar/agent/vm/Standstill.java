package dev.belljar.agent.vm;

import dev.belljar.contract.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What becomes of a machine that QEMU stops because the host's disk is full: it is said, and the machine goes on
/// by itself once there is room.
///
/// QEMU keeps the write that failed and does it again when the machine goes on, so its guest never sees an error.
/// Room is looked for every few seconds while the machine stands still, and at no other time.
final class Standstill implements Consumer<QmpEvent> {
    private static final Logger LOG = LoggerFactory.getLogger(Standstill.class);
    /// Less than this much is not worth going on for.
    private static final long ENOUGH = 64L << 20;

    private static final Duration LOOK = Duration.ofSeconds(3);
    private static final String STOPPED = "io-error";

    private final String id;
    private final Path disk;
    private final Duration look;
    private @Nullable DiskListener listener;
    private @Nullable Problem problem;
    private @Nullable Turn turn;
    private long errors;
    private boolean closed;

    /// Something done with a machine's monitor while nothing else is.
    interface Turn {
        /// Lets a machine that QEMU stopped go on, if `room`; says what the machine does then.
        String goOn(boolean room) throws VmException, InterruptedException;
    }

    Standstill(String id, Path disk) {
        this(id, disk, LOOK);
    }

    Standstill(String id, Path disk, Duration look) {
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

    /// The machine stands still, as an event or its monitor's status tells.
    void begin() {
        Problem said;
        synchronized (this) {
            errors++;
            if (problem != null) {
                return;
            }
            problem = problem();
            said = problem;
            tell(heard -> heard.stands(said));
        }
        LOG.warn("{}", said.detail());
        Thread.ofVirtual().name("standstill-" + id).start(this::watch);
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
        Problem now = problem;
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
    /// @throws VmException `machine.disk-full` while it stands still
    synchronized void refuse() throws VmException {
        Problem now = problem;
        if (now != null) {
            throw new VmException(VmException.STANDS_STILL, now.detail(), now.hint(), null);
        }
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
        problem = null;
        LOG.info("{}: there is room again, the machine goes on", id);
        tell(DiskListener::goesOn);
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
            return Files.getFileStore(disk).getUsableSpace();
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
