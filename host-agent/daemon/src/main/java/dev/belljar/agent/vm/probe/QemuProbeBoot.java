package dev.belljar.agent.vm.probe;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.agent.host.Confinement;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.console.ConsoleText;
import dev.belljar.agent.vm.launch.Accelerator;
import dev.belljar.agent.vm.launch.HostFacts;
import dev.belljar.agent.vm.launch.MachineConfinement;
import dev.belljar.agent.vm.launch.ProbePlan;
import dev.belljar.agent.vm.launch.QemuBinary;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Boots the probe's guest in a separate QEMU and reads its console.
final class QemuProbeBoot implements ProbeBoot {
    private static final Logger LOG = LoggerFactory.getLogger(QemuProbeBoot.class);
    private static final String LIVES = "BELLJAR-PROBE-OK";
    /// A guest that could not measure its clock prints this and then waits for ever.
    private static final String HOPELESS = "Marking TSC unstable due to could not calculate";

    private static final Pattern CLOCK = Pattern.compile("tsc: Detected (\\d{2,5})\\.(\\d{3}) MHz");

    private final QemuBinary qemu;
    private final ConfinementLauncher launcher;

    QemuProbeBoot(QemuBinary qemu, ConfinementLauncher launcher) {
        this.qemu = qemu;
        this.launcher = launcher;
    }

    @Override
    public Outcome boot(BootImage image, Accelerator accelerator, Duration patience)
            throws VmException, InterruptedException {
        return boot(new ProbePlan(qemu.system().toString(), image, accelerator, patience, null));
    }

    @Override
    public Outcome bootWithFrequency(BootImage image, Duration patience) throws VmException, InterruptedException {
        Long frequency = HostFacts.processorKhz();
        Outcome outcome = boot(new ProbePlan(qemu.system().toString(), image, Accelerator.TCG, patience, frequency));
        return outcome.lives() && outcome.tscKhz() == null
                ? new Outcome(true, outcome.ended(), frequency, outcome.lastWords())
                : outcome;
    }

    private Outcome boot(ProbePlan plan) throws VmException, InterruptedException {
        Process process = start(plan);
        Watch watch = new Watch();
        try {
            Thread.ofVirtual().name("probe-out").start(() -> watch.read(process.getInputStream(), true));
            Thread.ofVirtual().name("probe-err").start(() -> watch.read(process.getErrorStream(), false));
            watch.over.get(plan.patience().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.debug(
                    "test boot with {}: not finished within {} ms",
                    plan.accelerator(),
                    plan.patience().toMillis());
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            Command.killTree(process);
        }
        return watch.outcome();
    }

    /// The clock rate in kHz in this line, or null if it contains none.
    static @Nullable Long tscKhz(String line) {
        Matcher found = CLOCK.matcher(line);
        return found.find() ? Long.valueOf(found.group(1) + found.group(2)) : null;
    }

    private Process start(ProbePlan plan) throws VmException, InterruptedException {
        try {
            Confinement confinement = MachineConfinement.of(plan, launcher, launcher.layers());
            List<String> words = plan.limited(launcher.words(confinement, plan.words()));
            return Command.of(words).cleanEnvironment().start();
        } catch (CommandException e) {
            throw new VmException(
                    VmException.NOT_STARTED,
                    "the acceleration test could not be started: " + e.getMessage(),
                    e.hint(),
                    e);
        }
    }

    private static final class Watch {
        private final CompletableFuture<Boolean> over = new CompletableFuture<>();
        private @Nullable Long tscKhz;
        private String lastWords = "";
        private String complaint = "";

        private void read(InputStream stream, boolean console) {
            ConsoleText text = new ConsoleText(line -> take(line, console));
            byte[] buffer = new byte[4_096];
            try (stream) {
                for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                    text.feed(buffer, n);
                }
            } catch (IOException e) {
                LOG.debug("probe: {}", e.getMessage());
            } finally {
                text.end();
                if (console) {
                    over.complete(false);
                }
            }
        }

        private synchronized void take(String line, boolean console) {
            if (line.isBlank()) {
                return;
            }
            if (!console) {
                complaint = complaint.isEmpty() ? line : complaint;
                return;
            }
            lastWords = line;
            Long found = tscKhz(line);
            tscKhz = found == null ? tscKhz : found;
            if (line.contains(LIVES)) {
                over.complete(true);
            } else if (line.contains(HOPELESS)) {
                over.complete(false);
            }
        }

        private synchronized Outcome outcome() {
            boolean done = over.isDone();
            boolean lives = done && over.join();
            return new Outcome(lives, done && !lives, tscKhz, complaint.isEmpty() ? lastWords : complaint);
        }
    }
}
