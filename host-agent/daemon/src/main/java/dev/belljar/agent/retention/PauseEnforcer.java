package dev.belljar.agent.retention;

import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.problem.Problem;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Enforces that held machines are paused. A compromised QEMU could claim to be paused, so the growth of its
/// disk is measured.
///
/// If a machine does not confirm in time, or its disk grows all the same or can no longer be measured, its
/// process is stopped by a signal. If the disk grows even then, another process writes to it, and the machine is
/// killed.
public final class PauseEnforcer {
    /// The size of a disk that cannot be measured.
    static final long UNMEASURED = -1;

    private static final Logger LOG = LoggerFactory.getLogger(PauseEnforcer.class);
    private static final Duration ANSWERS = Duration.ofSeconds(3);
    /// Growth that is tolerated: earlier writes that are counted late, and QEMU's own metadata.
    private static final long SLACK = 64L << 20;

    private final Map<String, Stop> stops = new HashMap<>();

    /// A machine that was asked to pause: when, whether it confirmed, and the size of its disk then.
    private static final class Stop {
        private final Machine machine;
        private final long begun = System.nanoTime();
        private boolean answered;
        private boolean suspended;
        private boolean killed;
        private long first = UNMEASURED;

        Stop(Machine machine) {
            this.machine = machine;
        }

        boolean late() {
            return !answered && System.nanoTime() - begun > ANSWERS.toNanos();
        }

        /// Whether the disk has grown since the first call.
        boolean grows(long disk) {
            if (first == UNMEASURED) {
                first = disk;
            }
            return disk > first + SLACK;
        }
    }

    /// The machine is about to be asked to pause, possibly again.
    synchronized void asks(String sandbox, Machine machine) {
        stops.computeIfAbsent(sandbox, id -> new Stop(machine));
    }

    /// The machine confirmed that it is paused.
    synchronized void answered(String sandbox) {
        Stop stop = stops.get(sandbox);
        if (stop != null) {
            stop.answered = true;
        }
    }

    /// The machine may resume or has ended.
    synchronized void forget(String sandbox) {
        stops.remove(sandbox);
    }

    /// Checks that the machine is paused and enforces it if not; false if another check is due soon.
    synchronized boolean check(SandboxRuntime sandbox, Problem why, long disk) throws InterruptedException {
        Stop stop = stops.get(sandbox.id());
        if (stop == null || stop.machine.ended().isDone() || (stop.suspended && !stop.machine.suspended())) {
            // Another machine, or one that was resumed to be ended: it is asked again.
            stops.remove(sandbox.id());
            return false;
        }
        if (stop.suspended) {
            if (stop.grows(disk)) {
                kill(sandbox, stop);
            }
            return true;
        }
        if (stop.late() || (stop.answered && (disk == UNMEASURED || stop.grows(disk)))) {
            suspend(sandbox, stop, why);
            return false;
        }
        return stop.answered;
    }

    private static void suspend(SandboxRuntime sandbox, Stop stop, Problem why) throws InterruptedException {
        try {
            stop.machine.suspend(why);
            stop.suspended = true;
            stop.first = UNMEASURED;
            tell(sandbox, "QEMU did not pause on request, so the QEMU process was stopped with SIGSTOP");
        } catch (VmException e) {
            LOG.warn("{}: {}", sandbox.name(), e.getMessage());
        }
    }

    private static void kill(SandboxRuntime sandbox, Stop stop) {
        if (stop.killed) {
            return;
        }
        stop.killed = true;
        tell(
                sandbox,
                "the sandbox's disk kept growing although the QEMU process was stopped with SIGSTOP, so "
                        + "the machine was killed");
        Thread.ofVirtual().name("hold-kill-" + sandbox.id()).start(() -> {
            try {
                stop.machine.kill();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static void tell(SandboxRuntime sandbox, String words) {
        LOG.warn("{}: {}", sandbox.name(), words);
        sandbox.observation().note("note", "disk", words);
    }
}
