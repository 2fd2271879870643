package dev.belljar.agent.sandbox;

import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.problem.Problem;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sees to it that machines which are held stand still: the word of a QEMU that was broken out of is worth nothing, so
/// what its disk takes tells.
///
/// One that does not say in time that it stands, whose disk grows all the same, or is not measured any more, is stopped
/// from outside. If its disk grows even then, something else writes to it, and the machine is killed.
final class HoldEnforcer {
    /// What stands for a disk that cannot be measured.
    static final long UNMEASURED = -1;

    private static final Logger LOG = LoggerFactory.getLogger(HoldEnforcer.class);
    private static final Duration ANSWERS = Duration.ofSeconds(3);
    /// What was written before and is counted late, and what QEMU itself notes.
    private static final long SLACK = 64L << 20;

    private final Map<String, Stop> stops = new HashMap<>();

    /// A machine that was asked to stand still: when, whether it said that it does, and what its disk took then.
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

        /// Whether its disk takes more than when this was first asked.
        boolean grows(long disk) {
            if (first == UNMEASURED) {
                first = disk;
            }
            return disk > first + SLACK;
        }
    }

    /// The machine is about to be asked to stand still, maybe again.
    synchronized void asks(String sandbox, Machine machine) {
        stops.computeIfAbsent(sandbox, id -> new Stop(machine));
    }

    /// It said that it stands.
    synchronized void answered(String sandbox) {
        Stop stop = stops.get(sandbox);
        if (stop != null) {
            stop.answered = true;
        }
    }

    /// It may go on, or is no more.
    synchronized void forget(String sandbox) {
        stops.remove(sandbox);
    }

    /// Looks whether it stands, and sees to it if not; false while that is to be looked at again soon.
    synchronized boolean check(SandboxRuntime sandbox, Problem why, long disk) throws InterruptedException {
        Stop stop = stops.get(sandbox.id());
        if (stop == null || stop.machine.ended().isDone() || (stop.suspended && !stop.machine.suspended())) {
            // Another machine, or one that whoever ends it let go on: it is asked anew.
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
            tell(sandbox, "its QEMU did not pause when asked to, so its process was stopped from outside");
        } catch (VmException e) {
            LOG.warn("{}: {}", sandbox.name(), e.getMessage());
        }
    }

    private static void kill(SandboxRuntime sandbox, Stop stop) {
        if (stop.killed) {
            return;
        }
        stop.killed = true;
        tell(sandbox, "its disk still grows although its process is stopped, so its machine is killed");
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
