package dev.belljar.agent.vm.qemu;

import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// How long a booting guest may be silent: in CPU time, which does not pass on a busy host, and by the clock.
///
/// A compressed kernel needs 3 s of CPU time to unpack itself under emulation, before its first output.
public record SilenceTimeout(Duration processor, Duration clock) {
    /// Limits that suit every host.
    public static final SilenceTimeout DEFAULT = new SilenceTimeout(Duration.ofSeconds(10), Duration.ofSeconds(60));

    /// True if the guest printed something; otherwise ends the machine and returns false.
    boolean speaks(MachineSpec spec, QemuMachine machine) throws VmException, InterruptedException {
        boolean spoke = false;
        long deadline = System.nanoTime() + clock.toNanos();
        try {
            while (!spoke && System.nanoTime() < deadline && !usedUp(machine.process())) {
                spoke = heard(machine);
                if (!spoke && machine.ended().isDone()) {
                    throw VmException.notStarted(
                            spec.id(), machine.ended().join().sentence(), null, null);
                }
            }
            return spoke;
        } finally {
            if (!spoke) {
                machine.kill();
            }
        }
    }

    private boolean usedUp(ProcessIdentity process) {
        return process.processorTime().compareTo(processor) > 0;
    }

    private static boolean heard(QemuMachine machine) throws InterruptedException {
        try {
            CompletableFuture.anyOf(machine.firstLine(), machine.ended()).get(100, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        return machine.firstLine().isDone();
    }
}
