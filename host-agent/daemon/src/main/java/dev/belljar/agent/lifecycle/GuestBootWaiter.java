package dev.belljar.agent.lifecycle;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sandbox.StartRequirements;
import dev.belljar.agent.snapshot.DiskLayers;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.contract.problem.BelljarException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Waits for the first message of a machine's guest agent, and restarts a machine once whose boot hangs.
///
/// On a busy host without hardware virtualization about one boot in some hundred was seen to hang: the guest
/// prints its first lines and then stops for good. The guest agent is the first program that a guest starts, so
/// no program of the user has run by then, unless only the link is broken. A machine that resumes from saved
/// memory is not rebooted.
public record GuestBootWaiter(
        SandboxRuntime sandbox,
        StartRequirements needs,
        VmDriver driver,
        DiskLayers layers,
        @Nullable MachineSpec booted) {
    private static final Logger LOG = LoggerFactory.getLogger(GuestBootWaiter.class);
    private static final Duration TICK = Duration.ofMillis(500);

    /// An emulated boot takes 9 to 13 s on an idle host; on a busy one ten times that was measured.
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /// The second boot is not given up for a third one, so a host that is only slow has longer.
    private static final Duration LAST_PATIENCE = PATIENCE.multipliedBy(2);

    /// A boot is given up sooner once each of its processors has had several times the CPU time that a whole
    /// boot needs.
    private static final Duration SHORT = Duration.ofMinutes(1);

    private static final Duration WORK = Duration.ofSeconds(40);

    /// Returns once the guest agent has answered.
    ///
    /// @throws BelljarException when the machine ended, or no boot succeeded
    void await() throws BelljarException, InterruptedException {
        boolean again = booted != null;
        Duration stood = Duration.ZERO;
        Duration longest = PATIENCE;
        while (!sandbox.observation().awaitLinked(TICK.toMillis())) {
            Machine machine = sandbox.machine().orElse(null);
            if (machine == null || machine.ended().isDone()) {
                throw ended(machine);
            }
            if (sandbox.observation().pauseReason() != null) {
                stood = stood.plus(TICK);
                continue; // the host's disk is full: it goes on by itself
            }
            Duration waited = sandbox.observation().activity().age().minus(stood);
            if (again
                    && booted != null
                    && fruitless(cpus(booted), waited, machine.process().processorTime())) {
                again = false;
                longest = LAST_PATIENCE;
                stood = Duration.ZERO;
                bootAgain(machine, booted, waited);
            } else if (waited.compareTo(longest) > 0) {
                throw unanswering(waited);
            }
        }
    }

    /// Whether a boot hangs, by the machine's number of processors, the elapsed time and the CPU time of all
    /// processors together.
    static boolean fruitless(int processors, Duration waited, Duration worked) {
        return waited.compareTo(PATIENCE) > 0
                || (waited.compareTo(SHORT) > 0 && worked.compareTo(WORK.multipliedBy(processors)) > 0);
    }

    private static int cpus(MachineSpec spec) {
        return spec.limits().cpus();
    }

    private void bootAgain(Machine machine, MachineSpec spec, Duration waited)
            throws BelljarException, InterruptedException {
        String why = "rebooted because the guest agent did not respond within %d s".formatted(waited.toSeconds());
        LOG.warn("{}: {}", sandbox.name(), why);
        sandbox.observation().note("note", "machine", why);
        needs.progress(StartRequirements.Need.GUEST, 0, why);
        // The record changes first: if the host agent ends now, it leaves a requested start and not a crashed
        // machine.
        sandbox.change(SandboxRecord::withoutProcess);
        machine.kill();
        sandbox.release();
        sandbox.observation().reset();
        try (DiskLayers.Hold _ = layers.hold()) {
            sandbox.attach(driver.start(spec, sandbox.observation()));
        }
    }

    private SandboxException ended(@Nullable Machine machine) {
        return new SandboxException(
                SandboxException.ENDED,
                "the machine stopped while booting"
                        + (machine == null ? "" : ": " + machine.ended().join().sentence()),
                "Run `belljar events " + sandbox.name() + " --type console` to see the console output.");
    }

    private SandboxException unanswering(Duration waited) {
        return new SandboxException(
                SandboxException.NOT_READY,
                "the guest agent did not respond within %d s".formatted(waited.toSeconds()),
                "Run `belljar events " + sandbox.name() + " --type console` to see the console output.");
    }
}
