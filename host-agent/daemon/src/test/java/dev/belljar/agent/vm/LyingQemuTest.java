package dev.belljar.agent.vm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.contract.problem.Problem;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests a process in QEMU's place that claims to be paused but continues to write with a helper process.
@Timeout(60)
class LyingQemuTest {
    private static final Problem WHY = Problem.of(VmException.STANDS_STILL, "paused: disk quota", "too much", null);
    private static final String WRITES = "while :; do printf xxxxxxxxxxxxxxxx >>\"$1\"; sleep 0.01; done &"
            + " while :; do printf x >>\"$1\"; sleep 0.01; done";

    @TempDir
    private Path folder;

    private Path written = Path.of("");
    private MachineFiles files = new MachineFiles(Path.of(""), Path.of(""));
    private Process process;
    private FakeMonitor monitor;
    private ServerSocketChannel console;
    private QemuMachine machine;

    @BeforeEach
    void start() throws Exception {
        written = folder.resolve("written");
        files = new MachineFiles(
                Files.createDirectories(folder.resolve("disk")), Files.createDirectories(folder.resolve("run")));
        process = Command.of("setsid", "sh", "-c", WRITES, "sh", written.toString())
                .start();
        monitor = new FakeMonitor(
                files.monitor(),
                FakeMonitor.GREETING,
                (line, id) -> "{\"return\":{\"status\":\"paused\"},\"id\":" + id + "}\r\n");
        console = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        console.bind(UnixDomainSocketAddress.of(files.console()));
        QemuDriver.Ears ears = new QemuDriver.Ears("shop", files);
        machine = new QemuMachine(
                "shop",
                files,
                ProcessIdentity.of(process.pid()).orElseThrow(),
                Qmp.connect(files.monitor(), ears.both()),
                ears,
                SerialConsole.attach(files, line -> {}),
                DiskReserve.NONE);
        assertThat(grows()).isTrue();
    }

    @AfterEach
    void end() throws Exception {
        machine.kill();
        Command.killTree(process);
        Command.Output _ = Command.of("sh", "-c", "kill -s KILL -- \"-$1\"", "sh", Long.toString(process.pid()))
                .run();
        monitor.close();
        console.close();
    }

    @Test
    void aQemuThatOnlyClaimsToBePausedIsStoppedByASignal() throws Exception {
        machine.hold(WHY);
        assertThat(monitor.heard()).anyMatch(line -> line.contains("\"stop\""));
        assertThat(grows()).as("it was only asked").isTrue();
        machine.suspend(WHY);
        assertThat(machine.suspended()).isTrue();
        assertThat(grows()).isFalse();
        assertThat(files.whyHeld()).isPresent();
        machine.hold(null);
        assertThat(machine.suspended()).isFalse();
        assertThat(grows()).isTrue();
        assertThat(files.whyHeld()).isEmpty();
    }

    @Test
    void aQemuStoppedByASignalCanBeEndedAtOnce() throws Exception {
        machine.suspend(WHY);
        machine.awaitEnd(Duration.ofMillis(100));
        assertThat(machine.ended().isDone()).isTrue();
        assertThat(monitor.heard()).noneMatch(line -> line.contains("quit"));
    }

    @Test
    void aLaterProcessWithItsPidIsLeftAlone() throws Exception {
        ProcessIdentity before =
                new ProcessIdentity(process.pid(), machine.process().startTicks() - 1);
        assertThat(before.suspend()).isFalse();
        before.resume();
        assertThat(machine.suspended()).isFalse();
        assertThat(grows()).isTrue();
    }

    private boolean grows() throws Exception {
        // A write that had begun is finished.
        Thread.sleep(100);
        long before = Files.exists(written) ? Files.size(written) : 0;
        for (int i = 0; i < 20; i++) {
            Thread.sleep(50);
            if (Files.exists(written) && Files.size(written) > before) {
                return true;
            }
        }
        return false;
    }
}
