package dev.belljar.agent.vm.qemu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.console.SerialConsole;
import dev.belljar.agent.vm.launch.HoldReason;
import dev.belljar.agent.vm.launch.MachineFiles;
import dev.belljar.agent.vm.qmp.FakeMonitor;
import dev.belljar.agent.vm.qmp.Qmp;
import dev.belljar.contract.problem.Problem;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests a process in QEMU's place that claims to be paused but continues to write with a helper process.
@Timeout(60)
@Tag("slow")
class LyingQemuTest {
    private static final Problem WHY = Problem.of(VmException.PAUSED, "paused: disk quota", "too much", null);
    /// For bash: dash starts `sleep` with vfork, and while a stopped child has not begun its program, the parent waits
    /// in
    /// the kernel in a way that no signal stops.
    private static final String WRITES = "while :; do printf xxxxxxxxxxxxxxxx >>\"$1\"; sleep 0.01; done &"
            + " while :; do printf x >>\"$1\"; sleep 0.01; done";

    /// Stopped, zombie, dead.
    private static final Set<String> STOPPED = Set.of("T", "Z", "X");

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
        process = Command.of("setsid", "bash", "-c", WRITES, "bash", written.toString())
                .start();
        monitor = new FakeMonitor(
                files.monitor(),
                FakeMonitor.GREETING,
                (line, id) -> "{\"return\":{\"status\":\"paused\"},\"id\":" + id + "}\r\n");
        console = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        console.bind(UnixDomainSocketAddress.of(files.console()));
        QmpSubscriptions ears = new QmpSubscriptions("shop", files);
        machine = new QemuMachine(
                "shop",
                files,
                ProcessIdentity.of(process.pid()).orElseThrow(),
                Qmp.connect(files.monitor(), ears.both()),
                ears,
                SerialConsole.attach(files.console(), files.consoleLog(), line -> {}),
                DiskReserve.NONE);
        awaitGrowth();
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
        // It was only asked.
        awaitGrowth();
        machine.suspend(WHY);
        assertThat(machine.suspended()).isTrue();
        awaitStop();
        assertThat(new HoldReason(files).read()).isPresent();
        machine.hold(null);
        assertThat(machine.suspended()).isFalse();
        awaitGrowth();
        assertThat(new HoldReason(files).read()).isEmpty();
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
        awaitGrowth();
    }

    /// Waits until it has written more.
    private void awaitGrowth() throws Exception {
        long before = Files.exists(written) ? Files.size(written) : 0;
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> Files.exists(written) && Files.size(written) > before);
    }

    /// Waits until the kernel has stopped all its processes, except those that ended meanwhile.
    private void awaitStop() throws Exception {
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> {
            for (ProcessHandle each : Stream.concat(Stream.of(process.toHandle()), process.descendants())
                    .toList()) {
                if (!STOPPED.contains(state(each.pid()))) {
                    return false;
                }
            }
            return true;
        });
    }

    private static String state(long pid) throws IOException {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[0];
        } catch (NoSuchFileException e) {
            return "X";
        }
    }
}
