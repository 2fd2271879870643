package dev.belljar.agent.vm.qemu;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.agent.host.Confinement;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.launch.LaunchPlan;
import dev.belljar.agent.vm.launch.MachineConfinement;
import dev.belljar.agent.vm.launch.MachineFiles;
import dev.belljar.agent.vm.qmp.Qmp;
import dev.belljar.agent.vmstate.Qcow2Format;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Starts a confined QEMU process, whose disks may use the layers in one folder, and connects to its monitor.
record QemuLauncher(ConfinementLauncher launcher, Path layers) {
    private static final Logger LOG = LoggerFactory.getLogger(QemuLauncher.class);
    private static final int GREETINGS = 3;
    private static final Duration STARTED = Duration.ofSeconds(20);
    private static final Duration TICK = Duration.ofMillis(2);

    /// Starts QEMU by this plan, with its output in the log of these files.
    ProcessIdentity start(LaunchPlan plan, MachineFiles files) throws VmException, InterruptedException {
        try {
            List<String> words = launcher.words(confinement(plan, files), plan.argv());
            Process started =
                    Command.of(words).cleanEnvironment().in(files.writable()).startDetached(files.qemuLog());
            return ProcessIdentity.of(started.pid())
                    .orElseThrow(() -> endedAtOnce(plan.spec().id(), files, null));
        } catch (CommandException e) {
            throw VmException.notStarted(plan.spec().id(), String.valueOf(e.getMessage()), e.hint(), e);
        }
    }

    private Confinement confinement(LaunchPlan plan, MachineFiles files)
            throws VmException, CommandException, InterruptedException {
        try {
            List<Path> below = MachineConfinement.below(files.overlay(), layers);
            // The disk is enlarged to its limit once QEMU runs.
            long size = Math.max(
                    Qcow2Format.size(files.overlay()),
                    (long) plan.spec().limits().diskMiB() << 20);
            return MachineConfinement.of(plan, below, size, launcher, launcher.layers());
        } catch (IOException e) {
            throw VmException.notStarted(plan.spec().id(), "its disk cannot be used: " + e.getMessage(), null, e);
        }
    }

    /// Connects to the monitor of a QEMU that was just started, once it listens.
    static Qmp awaitMonitor(String id, MachineFiles files, ProcessIdentity process, QmpSubscriptions listeners)
            throws VmException, InterruptedException {
        long deadline = System.nanoTime() + STARTED.toNanos();
        while (process.alive() && System.nanoTime() < deadline) {
            try {
                if (Files.exists(files.monitor())) {
                    return Qmp.connect(files.monitor(), listeners.both());
                }
            } catch (VmException e) {
                // The socket exists a moment before QEMU listens on it.
                if (!(e.getCause() instanceof ConnectException)) {
                    throw e;
                }
            }
            Thread.sleep(TICK);
        }
        throw VmException.notStarted(
                id, "QEMU did not open its monitor within " + STARTED.toSeconds() + " s", null, null);
    }

    /// Connects to the monitor with patience: a QEMU on a slow or full disk answers late, and one that has not
    /// noticed the end of the earlier host agent answers only the next connection.
    static Qmp reached(MachineFiles files, QmpSubscriptions listeners) throws VmException, InterruptedException {
        for (int left = GREETINGS - 1; left > 0; left--) {
            try {
                return Qmp.connect(files.monitor(), listeners.both());
            } catch (VmException e) {
                LOG.info("{}; trying again", e.getMessage());
            }
        }
        return Qmp.connect(files.monitor(), listeners.both());
    }

    /// Reports that QEMU ended at once, with its last output.
    static VmException endedAtOnce(String id, MachineFiles files, @Nullable Throwable cause) {
        String words = files.lastWords();
        return VmException.notStarted(
                id, "QEMU exited immediately" + (words.isEmpty() ? " without a message" : ": " + words), null, cause);
    }
}
