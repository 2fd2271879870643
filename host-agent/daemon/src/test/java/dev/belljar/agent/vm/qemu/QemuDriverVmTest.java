package dev.belljar.agent.vm.qemu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.DiskListener;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineEnd;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.launch.LaunchPlan;
import dev.belljar.agent.vm.launch.MachineFiles;
import dev.belljar.agent.vm.launch.MachineProcess;
import dev.belljar.agent.vm.launch.QemuBinary;
import dev.belljar.agent.vm.probe.BootProbe;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tests real machines: started, observed, taken over, and ended in every possible way.
@Tag("vm")
class QemuDriverVmTest {
    private static final Logger LOG = LoggerFactory.getLogger(QemuDriverVmTest.class);
    private static final QemuBinary QEMU = QemuBinary.on(System.getenv("PATH"));

    @TempDir
    static Path cache = Path.of("");

    @TempDir
    Path folder = Path.of("");

    private Path sockets = Path.of("");
    private final List<Machine> started = new CopyOnWriteArrayList<>();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final CompletableFuture<String> systemd = new CompletableFuture<>();

    @BeforeEach
    void makeShortFolder() throws IOException {
        sockets = Files.createTempDirectory("vm");
    }

    @AfterEach
    void leaveNothingRunning() throws Exception {
        leaveNothingStarted();
        try (var left = Files.list(sockets)) {
            for (Path file : left.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(sockets);
    }

    private void leaveNothingStarted() throws InterruptedException {
        for (Machine machine : started) {
            machine.kill();
        }
    }

    @Test
    void aMachineBootsReportsEventsAndEndsWhenKilled() throws Exception {
        Machine machine = start(spec("boots"));
        assertThat(lines).isNotEmpty();
        systemd.get(720, TimeUnit.SECONDS);
        for (Path socket : List.of(machine.linkSocket(), machine.netSocket())) {
            try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                assertThat(channel.connect(UnixDomainSocketAddress.of(socket))).isTrue();
            }
        }
        assertThat(reportsOf(machine)).contains("all as it happened");
        assertThat(machine.process().alive()).isTrue();
        assertThat(machine.process().words()).contains("-sandbox", LaunchPlan.SANDBOX);
        machine.kill();
        assertThat(machine.ended().get(30, TimeUnit.SECONDS).sentence()).isEqualTo("killed by Belljar");
        assertThat(machine.process().alive()).isFalse();
        assertThat(folder.resolve("disk/ram")).doesNotExist();
        assertThat(folder.resolve("disk/console.log")).content().contains("BELLJAR-STAGE");
        assertThat(folder.resolve("disk/disk.qcow2")).exists();
    }

    /// Compares the reports of the guest agent with the operations that were performed: `make watch`.
    private String reportsOf(Machine machine) throws Exception {
        Path sources = Path.of("../../microvm-nix/guest-agent").toRealPath();
        Command.of("make", "-s", "-C", sources.toString(), "watch")
                .timeout(Duration.ofMinutes(5))
                .check();
        return Command.of(
                        sources.resolve("build/watch").toString(),
                        machine.linkSocket().toString(),
                        sources.resolve("build/storm").toString(),
                        "500")
                .timeout(Duration.ofMinutes(15))
                .check()
                .text();
    }

    @Test
    void aQemuThatIsKilledFromOutsideEndsTheMachine() throws Exception {
        Machine machine = start(spec("killed"));
        machine.process().kill();
        assertThat(machine.ended().get(30, TimeUnit.SECONDS).sentence())
                .contains("QEMU exited without giving a reason");
    }

    @Test
    void aMachineIsAdoptedByAnotherHostAgent() throws Exception {
        MachineSpec spec = spec("adopted");
        Machine first = start(spec);
        // The state after a host agent was killed: its connections are closed, and the machine keeps running.
        ((QemuMachine) first).abandon();
        QemuDriver second = driver(SilenceTimeout.DEFAULT);
        assertThat(second.running(spec)).hasValue(first.process());
        Machine again = second.adopt(spec, first.process()).orElseThrow();
        started.add(again);
        assertThat(((QemuMachine) again).monitor().status()).isEqualTo("running");
        assertThat(again.process()).isEqualTo(first.process());
        assertThatThrownBy(() -> start(spec))
                .isInstanceOf(VmException.class)
                .hasMessageContaining("already running as process");
        again.awaitEnd(Duration.ofMillis(1));
        assertThat(again.ended().get(30, TimeUnit.SECONDS).sentence()).contains("did not power off in time");
        assertThat(second.adopt(spec, first.process())).isEmpty();
    }

    @Test
    void anotherProcessIsNotAdopted() throws Exception {
        ProcessIdentity self = ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow();
        assertThat(driver(SilenceTimeout.DEFAULT).adopt(spec("other"), self)).isEmpty();
        assertThat(driver(SilenceTimeout.DEFAULT).adopt(spec("other"), new ProcessIdentity(self.pid(), 1)))
                .isEmpty();
    }

    @Test
    void aFrozenQemuCannotBeAdopted() throws Exception {
        MachineSpec spec = spec("frozen");
        Machine machine = start(spec);
        ((QemuMachine) machine).abandon();
        Command.of("kill", "-STOP", String.valueOf(machine.process().pid())).check();
        assertThatThrownBy(() -> driver(SilenceTimeout.DEFAULT).adopt(spec, machine.process()))
                .isInstanceOfSatisfying(
                        VmException.class, fault -> assertThat(fault.code()).isEqualTo(VmException.MONITOR));
        machine.kill();
        assertThat(machine.process().alive()).isFalse();
    }

    @Test
    void aSilentBootIsRetriedAndThenGivenUp() throws Exception {
        BootImage image = image();
        // Only a panic is printed on this console, so the guest is silent for far longer than allowed here.
        BootImage mute = new BootImage(
                image.kernel(),
                image.initrd(),
                image.probeInitrd(),
                image.base(),
                List.of("console=ttyS0", "loglevel=0"));
        QemuDriver driver = driver(new SilenceTimeout(Duration.ofMillis(500), Duration.ofSeconds(20)));
        MachineSpec spec = spec("mute", mute, new MachineLimits(512, 1, 1024));
        assertThatThrownBy(() -> driver.start(spec, lines::add))
                .isInstanceOfSatisfying(
                        VmException.class, fault -> assertThat(fault.code()).isEqualTo(VmException.SILENT));
        assertThat(lines).hasSize(3).allMatch(line -> line.contains("printed nothing"));
        assertThat(new MachineProcess(MachineFiles.of(spec), "mute").running()).isEmpty();
    }

    @Test
    void aMachineOnAFullDiskPausesAndResumesOnceThereIsSpace() throws Exception {
        Path disk = Files.createDirectories(folder.resolve("disk"));
        Path image = folder.resolve("small.img");
        Command.of("truncate", "-s", "1G", image.toString()).check();
        Command.of("mkfs.ext4", "-q", "-F", image.toString()).check();
        assumeTrue(
                Command.of("mount", "-o", "loop", image.toString(), disk.toString())
                                .run()
                                .exit()
                        == 0,
                "only root can make a small disk");
        try {
            BlockingQueue<String> heard = new LinkedBlockingQueue<>();
            MachineSpec spec = spec("full");
            Machine first = start(spec);
            first.watchDisk(new DiskNews(heard));
            Path filler = disk.resolve("filler");
            fill(filler);
            assertThat(heard.poll(240, TimeUnit.SECONDS)).startsWith("machine.disk-full");
            assertThat(((QemuMachine) first).monitor().status()).isEqualTo("io-error");
            ((QemuMachine) first).abandon();
            Machine again =
                    driver(SilenceTimeout.DEFAULT).adopt(spec, first.process()).orElseThrow();
            started.add(again);
            again.watchDisk(new DiskNews(heard));
            assertThat(heard.poll()).startsWith("machine.disk-full");
            Files.delete(filler);
            assertThat(heard.poll(240, TimeUnit.SECONDS)).isEqualTo("goes on");
            assertThat(((QemuMachine) again).monitor().status()).isEqualTo("running");
            assertStaysPaused(spec, again, heard);
            awaitLine(disk.resolve("console.log"), "BELLJAR-STAGE systemd");
        } finally {
            leaveNothingStarted();
            Command.of("umount", disk.toString()).check();
        }
    }

    /// Checks that neither a resume nor another host agent continues a machine that was paused for its quota;
    /// only a release does.
    private void assertStaysPaused(MachineSpec spec, Machine machine, BlockingQueue<String> heard) throws Exception {
        Problem why = Problem.of(new ProblemCode("machine.disk-quota", 507), "paused", "over its quota", null);
        machine.hold(why);
        assertThat(heard.poll()).isEqualTo("machine.disk-quota: over its quota");
        machine.resume();
        assertThat(((QemuMachine) machine).monitor().status()).isEqualTo("paused");
        ((QemuMachine) machine).abandon();
        QemuMachine next = (QemuMachine)
                driver(SilenceTimeout.DEFAULT).adopt(spec, machine.process()).orElseThrow();
        started.add(next);
        next.watchDisk(new DiskNews(heard));
        assertThat(heard.poll()).isEqualTo("machine.disk-quota: over its quota");
        assertThat(next.monitor().status()).isEqualTo("paused");
        QemuMachine last = stoppedByASignal(spec, next, why);
        last.watchDisk(new DiskNews(heard));
        assertThat(heard.poll()).isEqualTo("machine.disk-quota: over its quota");
        last.hold(null);
        assertThat(heard.poll()).isEqualTo("goes on");
        assertThat(last.monitor().status()).isEqualTo("running");
        assertThat(MachineFiles.of(spec).held()).doesNotExist();
    }

    /// The monitor does not answer then, but the next host agent still adopts the machine, still paused.
    private QemuMachine stoppedByASignal(MachineSpec spec, QemuMachine machine, Problem why) throws Exception {
        machine.suspend(why);
        assertThat(machine.suspended()).isTrue();
        machine.abandon();
        QemuMachine next = (QemuMachine)
                driver(SilenceTimeout.DEFAULT).adopt(spec, machine.process()).orElseThrow();
        started.add(next);
        assertThat(next.suspended()).isFalse();
        assertThat(next.monitor().status()).isEqualTo("paused");
        return next;
    }

    private record DiskNews(BlockingQueue<String> heard) implements DiskListener {
        @Override
        public void stands(Problem why) {
            heard.add(why.code() + ": " + why.detail());
        }

        @Override
        public void goesOn() {
            heard.add("goes on");
        }
    }

    private static void fill(Path filler) throws Exception {
        byte[] zeros = new byte[64 << 10];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(zeros);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    private static void awaitLine(Path log, String words) throws Exception {
        Awaitility.await()
                .atMost(Duration.ofMinutes(4))
                .until(() -> Files.readString(log, StandardCharsets.ISO_8859_1).contains(words));
    }

    @Test
    void aQemuThatCannotStartIsQuoted() throws Exception {
        BootImage image = image();
        Path kernel = Files.writeString(folder.resolve("kernel"), "no kernel");
        BootImage broken = new BootImage(kernel, image.initrd(), image.probeInitrd(), image.base(), image.parameters());
        assertThatThrownBy(() -> start(spec("broken", broken, new MachineLimits(512, 1, 1024))))
                .isInstanceOfSatisfying(
                        VmException.class, fault -> assertThat(fault.code()).isEqualTo(VmException.NOT_STARTED))
                .hasMessageContaining("kernel");
    }

    @Test
    void aGuestThatPowersOffEndsItsMachineAndItsDiskIsKept() throws Exception {
        BootImage image = image();
        BootImage brief = new BootImage(
                image.kernel(), image.probeInitrd(), image.probeInitrd(), image.base(), image.parameters());
        Machine machine = start(spec("brief", brief, new MachineLimits(512, 1, 1024)));
        machine.awaitEnd(Duration.ofMinutes(2));
        assertThat(machine.ended().join()).isEqualTo(new MachineEnd(true, "the guest powered off"));
        assertThat(folder.resolve("disk/disk.qcow2")).exists();
    }

    private Machine start(MachineSpec spec) throws Exception {
        long begun = System.nanoTime();
        Machine machine = driver(SilenceTimeout.DEFAULT).start(spec, this::heard);
        LOG.info("{}: spoke after {} ms", spec.id(), (System.nanoTime() - begun) / 1_000_000);
        started.add(machine);
        return machine;
    }

    private void heard(String line) {
        lines.add(line);
        if (line.contains("BELLJAR-STAGE systemd")) {
            systemd.complete(line);
        }
    }

    private MachineSpec spec(String id) throws Exception {
        return spec(id, image(), new MachineLimits(1024, 2, 4096));
    }

    private MachineSpec spec(String id, BootImage image, MachineLimits limits) throws Exception {
        return new MachineSpec(id, id, folder.resolve("disk"), sockets, limits, image, proved(), "52:54:00:00:00:01");
    }

    private static Acceleration proved() throws Exception {
        return new BootProbe(QEMU, ConfinementLauncher.here(), cache).prove(image());
    }

    private static BootImage image() throws Exception {
        return RealImage.find().orElseThrow(() -> new IOException("no guest image: belljar image build"));
    }

    private QemuDriver driver(SilenceTimeout silenceTimeout) {
        return new QemuDriver(
                QEMU, ConfinementLauncher.here(), folder.resolve("layers"), silenceTimeout, DiskReserve.NONE);
    }
}
