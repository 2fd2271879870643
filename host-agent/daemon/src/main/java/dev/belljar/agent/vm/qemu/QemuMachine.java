package dev.belljar.agent.vm.qemu;

import dev.belljar.agent.host.CommandException;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vm.DiskListener;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineEnd;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.console.SerialConsole;
import dev.belljar.agent.vm.launch.HoldReason;
import dev.belljar.agent.vm.launch.MachineFiles;
import dev.belljar.agent.vm.qmp.Qmp;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.agent.vmstate.SavedStateException;
import dev.belljar.contract.problem.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A machine in a QEMU process, started by this host agent or by an earlier one.
public final class QemuMachine implements Machine {
    private static final Logger LOG = LoggerFactory.getLogger(QemuMachine.class);
    private static final Duration QUIT = Duration.ofSeconds(10);
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private final String id;
    private final MachineFiles files;
    private final ProcessIdentity process;
    private final CompletableFuture<MachineEnd> ended = new CompletableFuture<>();
    private final SerialConsole console;
    private final EndReason reason;
    private final DiskPause diskPause;
    private final DiskReserve reserve;
    /// Held while the machine is paused or resumed.
    private final ReentrantLock turns = new ReentrantLock();
    /// Held only during the monitor command, so that no thread resumes a machine that another puts on hold at
    /// that moment.
    private final ReentrantLock going = new ReentrantLock();

    private boolean saved;
    private Qmp monitor;

    QemuMachine(
            String id,
            MachineFiles files,
            ProcessIdentity process,
            Qmp monitor,
            QmpSubscriptions listeners,
            SerialConsole console,
            DiskReserve reserve) {
        this.id = id;
        this.files = files;
        this.process = process;
        this.monitor = monitor;
        this.reason = listeners.reason();
        this.diskPause = listeners.diskPause();
        this.console = console;
        this.reserve = reserve;
        diskPause.drive(this::goOn);
        Thread.ofVirtual().name("machine-" + id).start(this::watch);
    }

    @Override
    public ProcessIdentity process() {
        return process;
    }

    @Override
    public Path linkSocket() {
        return files.link();
    }

    @Override
    public Path netSocket() {
        return files.net();
    }

    @Override
    public CompletableFuture<MachineEnd> ended() {
        return ended.copy();
    }

    /// The machine's monitor, connected again if the connection was lost.
    ///
    /// @throws VmException when it does not answer
    public synchronized Qmp monitor() throws VmException, InterruptedException {
        if (monitor.closed().isDone()) {
            monitor = Qmp.connect(files.monitor(), reason.andThen(diskPause));
        }
        return monitor;
    }

    @Override
    public SavedState freeze(String plan, Path folder, Path layer)
            throws VmException, SavedStateException, InterruptedException {
        turns.lock();
        try {
            diskPause.refuse();
            return freezing(folder).copy(plan, layer);
        } finally {
            turns.unlock();
        }
    }

    @Override
    public SavedState hibernate(String plan, Path folder, Path layer)
            throws VmException, SavedStateException, InterruptedException {
        turns.lock();
        try {
            diskPause.refuse();
            SavedState savedState = freezing(folder).last(plan, layer);
            saved = true;
            return savedState;
        } finally {
            turns.unlock();
        }
    }

    private MachineSave freezing(Path folder) throws VmException, InterruptedException {
        return new MachineSave(files, monitor(), process.pid(), this::go, folder, reserve);
    }

    @Override
    public void pause() throws VmException, InterruptedException {
        monitor().stop();
    }

    @Override
    public void resume() throws VmException, InterruptedException {
        turns.lock();
        try {
            saved = false;
            go();
        } finally {
            turns.unlock();
        }
    }

    @Override
    public long saveBytes() throws IOException {
        return MachineSave.most(files, process.pid());
    }

    @Override
    public void hold(@Nullable Problem why) throws VmException, InterruptedException {
        if (why == null) {
            letGo();
            return;
        }
        going.lock();
        try {
            diskPause.hold(why);
            // If the command fails, the caller repeats it.
            monitor().stop();
            if (new HoldReason(files).read().isEmpty()) {
                new HoldReason(files).store(why);
            }
        } finally {
            going.unlock();
        }
    }

    /// Takes no lock: a thread that waits for the monitor's answer may hold it.
    @Override
    public void suspend(Problem why) throws VmException, InterruptedException {
        diskPause.hold(why);
        // The reason is stored first: it tells the next host agent to continue the process before it uses the
        // monitor.
        if (new HoldReason(files).read().isEmpty()) {
            new HoldReason(files).store(why);
        }
        try {
            if (!process.suspend() && process.alive()) {
                throw unsuspended("it is still running", null);
            }
        } catch (CommandException e) {
            throw unsuspended(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public boolean suspended() {
        return process.suspended();
    }

    private VmException unsuspended(String why, @Nullable CommandException cause) {
        String message = "machine %s: process %d could not be paused or resumed: %s".formatted(id, process.pid(), why);
        return new VmException(VmException.MONITOR, message, null, cause);
    }

    /// Ends a hold, but not during a save, which resumes the machine itself: then at the next attempt.
    private void letGo() throws VmException, InterruptedException {
        if (diskPause.held() == null || !turns.tryLock()) {
            return;
        }
        try {
            going.lock();
            try {
                process.resume();
                // The reason is deleted first: if the host agent ends here, the next one resumes the machine.
                new HoldReason(files).delete();
                if (!saved && monitor().status().equals("paused")) {
                    monitor().cont();
                }
                diskPause.release();
            } catch (CommandException e) {
                throw unsuspended(String.valueOf(e.getMessage()), e);
            } finally {
                going.unlock();
            }
        } finally {
            turns.unlock();
        }
    }

    /// Resumes the processors unless the machine is held; every resume uses this method.
    void go() throws VmException, InterruptedException {
        going.lock();
        try {
            if (diskPause.held() == null) {
                monitor().cont();
            }
        } finally {
            going.unlock();
        }
    }

    @Override
    public void limitDisk(long bytesPerSecond) throws VmException, InterruptedException {
        new QemuDisk(monitor()).limit(bytesPerSecond);
    }

    @Override
    public void watchDisk(DiskListener listener) {
        diskPause.listen(listener);
    }

    /// Resumes a machine that QEMU paused, if there is space, but not a machine that was hibernated.
    private String goOn(boolean room) throws VmException, InterruptedException {
        turns.lock();
        try {
            if (room && !saved && DiskPause.means(monitor().status())) {
                go();
            }
            return monitor().status();
        } finally {
            turns.unlock();
        }
    }

    @Override
    public void awaitEnd(Duration patience) throws InterruptedException {
        if (hasEnded(patience)) {
            return;
        }
        LOG.info("{}: still running after {} ms; telling QEMU to quit", id, patience.toMillis());
        try {
            reason.expect("stopped by Belljar because it did not power off in time");
            if (!process.suspended()) {
                monitor().quit();
            }
        } catch (VmException e) {
            LOG.warn("{}: {}", id, e.getMessage());
        }
        if (process.suspended() || !hasEnded(QUIT)) {
            kill();
        }
    }

    @Override
    public void kill() throws InterruptedException {
        reason.expect("killed by Belljar");
        process.kill();
        if (!hasEnded(QUIT)) {
            LOG.error("{}: process {} cannot be killed", id, process.pid());
        }
    }

    /// Completed when the guest has printed its first line.
    CompletableFuture<String> firstLine() {
        return console.firstLine();
    }

    /// Detaches from the machine without ending it, as a host agent that ends does: the machine continues to run
    /// and can be adopted.
    public void abandon() {
        diskPause.close();
        console.close();
        synchronized (this) {
            monitor.close();
        }
    }

    private boolean hasEnded(Duration patience) throws InterruptedException {
        return reached(ended, patience);
    }

    private static boolean reached(CompletableFuture<?> goal, Duration patience) throws InterruptedException {
        try {
            goal.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void watch() {
        try {
            process.ended().join();
            diskPause.close();
            // The last event and the last line may still be unread when the process has ended.
            Qmp last;
            synchronized (this) {
                last = monitor;
            }
            reached(last.closed(), LAST_WORDS);
            reached(console.closed(), LAST_WORDS);
            last.close();
            console.close();
            files.clearBoot();
        } catch (VmException e) {
            LOG.warn("{}: {}", id, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ended.complete(reason.end(files.lastWords()));
        }
    }
}
