package dev.belljar.agent.sandbox;

import dev.belljar.agent.snapshot.Layers;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.contract.problem.BelljarException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Waits for the first word of a machine's guest agent, and boots a machine again whose boot comes to nothing.
///
/// On a busy host without hardware virtualization that happens once in some hundred boots: the guest prints its first
/// lines and stands still for good. The guest agent is the first thing a guest starts, so nothing of a person's has
/// run by then. A machine that goes on from saved memory is never ended here.
record FirstWord(
        LiveSandbox sandbox, Requirements needs, @Nullable MachineSpec booted) {
    private static final Logger LOG = LoggerFactory.getLogger(FirstWord.class);
    private static final int BOOTS = 3;
    private static final long TICK_MILLIS = 500;

    /// An emulated boot takes 9 to 13 s on an idle host; a busy one has been seen to need ten times that.
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /// What a boot may take before another one is tried: by the clock, or sooner once its processors have worked
    /// for several times what a boot needs.
    private static final Duration LONG = Duration.ofMinutes(2);

    private static final Duration SHORT = Duration.ofMinutes(1);
    private static final Duration WORK = Duration.ofSeconds(40);

    /// Returns once the guest agent has answered.
    ///
    /// @throws BelljarException when the machine ended, or no boot came to anything
    void await() throws BelljarException, InterruptedException {
        int boots = 1;
        while (!sandbox.observation().awaitLinked(TICK_MILLIS)) {
            Machine machine = sandbox.machine().orElse(null);
            if (machine == null || machine.ended().isDone()) {
                throw ended(machine);
            }
            Duration waited = sandbox.observation().activity().age();
            if (booted != null && boots < BOOTS && fruitless(machine, waited)) {
                boots++;
                bootAgain(machine, booted, waited);
            } else if (waited.compareTo(PATIENCE) > 0) {
                throw unanswering(waited);
            }
        }
    }

    private static boolean fruitless(Machine machine, Duration waited) {
        return waited.compareTo(LONG) > 0
                || (waited.compareTo(SHORT) > 0
                        && machine.process().processorTime().compareTo(WORK) > 0);
    }

    private void bootAgain(Machine machine, MachineSpec spec, Duration waited)
            throws BelljarException, InterruptedException {
        String why = "boots again: the guest agent did not answer within %d s".formatted(waited.toSeconds());
        LOG.warn("{}: {}", sandbox.name(), why);
        sandbox.observation().note("note", "machine", why);
        needs.progress(Requirements.Need.GUEST, 0, why);
        machine.kill();
        sandbox.release();
        sandbox.observation().reset();
        try (Layers.Hold _ = sandbox.rooms().snapshots().layers().hold()) {
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
