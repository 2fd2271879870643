package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.snapshot.DiskLayers;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.contract.problem.BelljarException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Waits for the first word of a machine's guest agent, and boots a machine once more whose boot comes to nothing.
///
/// On a busy host without hardware virtualization that has been seen, once in some hundred boots: the guest prints its
/// first lines and stands still for good. The guest agent is the first thing a guest starts, so nothing of a person's
/// has run by then unless it cannot be heard. A machine that goes on from saved memory is not booted here.
record GuestBootWaiter(
        SandboxRuntime sandbox,
        StartRequirements needs,
        @Nullable MachineSpec booted) {
    private static final Logger LOG = LoggerFactory.getLogger(GuestBootWaiter.class);
    private static final Duration TICK = Duration.ofMillis(500);

    /// An emulated boot takes 9 to 13 s on an idle host; a busy one has been seen to need ten times that.
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /// A boot is given up sooner once each of its processors could have worked for several times what all of it needs.
    private static final Duration SHORT = Duration.ofMinutes(1);

    private static final Duration WORK = Duration.ofSeconds(40);

    /// Returns once the guest agent has answered.
    ///
    /// @throws BelljarException when the machine ended, or no boot came to anything
    void await() throws BelljarException, InterruptedException {
        boolean again = booted != null;
        Duration stood = Duration.ZERO;
        while (!sandbox.observation().awaitLinked(TICK.toMillis())) {
            Machine machine = sandbox.machine().orElse(null);
            if (machine == null || machine.ended().isDone()) {
                throw ended(machine);
            }
            if (sandbox.observation().standstill() != null) {
                stood = stood.plus(TICK);
                continue; // the host's disk is full: it goes on by itself
            }
            Duration waited = sandbox.observation().activity().age().minus(stood);
            if (again
                    && booted != null
                    && fruitless(cpus(booted), waited, machine.process().processorTime())) {
                again = false;
                stood = Duration.ZERO;
                bootAgain(machine, booted, waited);
            } else if (waited.compareTo(PATIENCE) > 0) {
                throw unanswering(waited);
            }
        }
    }

    /// Whether a boot of a machine with so many processors that has gone on for so long, by the clock and by all
    /// its processors together, will come to nothing.
    static boolean fruitless(int processors, Duration waited, Duration worked) {
        return waited.compareTo(PATIENCE) > 0
                || (waited.compareTo(SHORT) > 0 && worked.compareTo(WORK.multipliedBy(processors)) > 0);
    }

    private static int cpus(MachineSpec spec) {
        return spec.limits().cpus();
    }

    private void bootAgain(Machine machine, MachineSpec spec, Duration waited)
            throws BelljarException, InterruptedException {
        String why = "boots again: the guest agent did not answer within %d s".formatted(waited.toSeconds());
        LOG.warn("{}: {}", sandbox.name(), why);
        sandbox.observation().note("note", "machine", why);
        needs.progress(StartRequirements.Need.GUEST, 0, why);
        // First: a host agent that ends now leaves a start that is still wanted, not a machine that crashed.
        sandbox.change(SandboxRecord::withoutProcess);
        machine.kill();
        sandbox.release();
        sandbox.observation().reset();
        try (DiskLayers.Hold _ = sandbox.rooms().snapshots().layers().hold()) {
            sandbox.attach(sandbox.rooms().driver().start(spec, sandbox.observation()));
        }
    }

    private SandboxException ended(@Nullable Machine machine) {
        return new SandboxException(
                SandboxException.ENDED,
                "the machine ended while it booted"
                        + (machine == null ? "" : ": " + machine.ended().join().sentence()),
                "`belljar events " + sandbox.name() + " --type sandbox` shows what it printed.");
    }

    private SandboxException unanswering(Duration waited) {
        return new SandboxException(
                SandboxException.NOT_READY,
                "the guest agent did not answer within %d s".formatted(waited.toSeconds()),
                "`belljar events " + sandbox.name() + " --type sandbox` shows how far the boot came.");
    }
}
