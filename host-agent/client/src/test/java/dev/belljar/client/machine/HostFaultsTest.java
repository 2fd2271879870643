package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.request.storage.SetQuota;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.session.ExecResult;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/// Tests a real machine on a host that runs out of disk, gets another QEMU, has its clock set and is switched
/// off: the work is kept, and errors are reported.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HostFaultsTest {
    private static final long DISK = 6L << 30;
    private static final long DAY_MILLIS = 86_400_000;
    private static final String OTHER_QEMU = """
            #!/bin/sh
            [ "$1" = --version ] && { echo "QEMU emulator version 99.1.2 (another)"; exit 0; }
            exec QEMU "$@"
            """;

    private final AgentUnderTest agent = agentUnderTest();
    private final Path data = agent.folder().resolve("data");
    private RunningMachine machine = new RunningMachine(agent, "");
    private String saved = "";
    private boolean mounted;

    @BeforeAll
    void bootOnASmallDisk() throws Exception {
        Files.createDirectories(data);
        Path image = agent.folder().resolve("image");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(DISK);
        }
        mounted = System.getProperty("user.name").equals("root")
                && program("mkfs.ext4", "-q", "-F", image.toString())
                && program("mount", "-o", "loop", image.toString(), data.toString());
        ownCache();
        // By default a machine hibernated a day ago is compressed as soon as a host agent sees it.
        agent.set("BELLJAR_HOT_HOURS", "48");
        agent.start();
        TestProject project = TestProject.in(agent.folder(), "shop");
        machine = RunningMachine.begun(agent, project.folder());
        machine.awaitState(SandboxState.RUNNING);
        machine.run("echo kept > made.txt; sync");
    }

    /// Restores the initial conditions: a disk with free space, a large quota, this host's own QEMU, and a machine
    /// that runs.
    @BeforeEach
    void recoverFromAnEarlierTest() throws Exception {
        Files.deleteIfExists(data.resolve("filler"));
        agent.set("PATH", Objects.requireNonNull(System.getenv("PATH")));
        agent.ensureRuns();
        client().call(StorageApi.SET_QUOTA.at(machine.id()), new SetQuota(4L << 30));
        machine.ensureRuns();
        machine.run("rm -f /workspace/large; sync");
    }

    /// Lets the machine have a file in its memory, unless an earlier test has.
    private void fillMemory() throws Exception {
        machine.run("test -s /dev/shm/noise || head -c 50000000 /dev/urandom > /dev/shm/noise");
    }

    @AfterAll
    void end() throws Exception {
        agent.endWith(() -> {
            if (mounted) {
                mounted = !program("umount", data.toString());
            }
        });
    }

    /// The machine does not use the disk reserve of the host, and a host agent that is started meanwhile does
    /// not let it.
    @Test
    @Order(1)
    void aNearlyFullDiskPausesTheMachineAndRefusesASnapshot() throws Exception {
        assumeTrue(mounted, "needs a disk of its own");
        Path filler = fill(300L << 20);
        awaitPaused("host disk reserve");
        assertThatThrownBy(() -> snapshot("too much"))
                .isInstanceOf(AgentException.class)
                .hasMessageContaining("MiB");
        agent.kill();
        agent.start();
        awaitPaused("host disk reserve");
        assertThat(client().call(HostApi.STATUS).checks())
                .anyMatch(check -> check.detail().contains("sandboxes are paused"));
        Files.delete(filler);
        assertNoUnfinishedSnapshotAndTheMachineRuns();
    }

    @Test
    @Order(2)
    void aMachineOverItsQuotaIsPausedUntilTheQuotaIsRaised() throws Exception {
        client().call(StorageApi.SET_QUOTA.at(machine.id()), new SetQuota(1L << 30));
        CompletableFuture<ExecResult> written = BackgroundRequest.ask(() -> machine.exec(
                // Past the guest's page cache: the test is about the host's disk.
                "dd if=/dev/zero of=/workspace/large bs=4M count=350 oflag=direct status=none; echo whole"));
        awaitPaused("disk quota");
        long used = settledUse();
        System.out.printf("paused at %,d bytes of a quota of %,d%n", used, 1L << 30);
        assertThat(used).isBetween(1L << 30, 1400L << 20);
        assertThatThrownBy(() -> machine.exec("true")).hasMessageContaining("1 GiB disk quota");
        agent.kill();
        agent.start();
        awaitPaused("disk quota");
        assertThat(client().call(StorageApi.ONE.at(machine.id())).used()).isLessThan(used + (64L << 20));
        client().call(StorageApi.SET_QUOTA.at(machine.id()), new SetQuota(4L << 30));
        assertNoUnfinishedSnapshotAndTheMachineRuns();
        RunningMachine.await(written::isDone);
        machine.run("rm -f /workspace/large; sync");
    }

    /// The disk use once it no longer grows: the reason of a pause is told before QEMU has stopped the machine.
    private long settledUse() throws Exception {
        AtomicLong last = new AtomicLong();
        Awaitility.await().pollInterval(Duration.ofMillis(500)).until(() -> {
            long now = client().call(StorageApi.ONE.at(machine.id())).used();
            return last.getAndSet(now) == now;
        });
        return last.get();
    }

    /// The disk is filled as soon as the save has begun, because writing the memory takes longer than a file
    /// that fills the disk.
    @Test
    @Order(3)
    void aDiskThatFillsUpDuringASnapshotFailsOnlyTheSnapshot() throws Exception {
        assumeTrue(mounted, "needs a disk of its own");
        fillMemory();
        int refused = 0;
        for (int i = 0; i < 4; i++) {
            CompletableFuture<Snapshot> taken = BackgroundRequest.ask(() -> snapshot("in the middle"));
            while (!taken.isDone() && !beingSaved()) {
                Thread.onSpinWait();
            }
            Path filler = fill(0);
            try {
                RunningMachine.await(taken::isDone);
            } finally {
                Files.delete(filler);
            }
            if (taken.isCompletedExceptionally()) {
                refused++;
                assertThat(taken.exceptionNow()).isInstanceOf(AgentException.class);
            } else {
                agent.client().call(SnapshotApi.DELETE.at(taken.join().id()));
            }
            assertNoUnfinishedSnapshotAndTheMachineRuns();
        }
        System.out.printf("%d of 4 snapshots ran out of disk in the middle%n", refused);
        assertThat(refused).as("snapshots that ran out of disk in the middle").isPositive();
        saved = snapshot("whole").id();
    }

    @Test
    @Order(4)
    void aChangedHostClockDoesNotHarmAHibernatedMachine() throws Exception {
        fillMemory();
        for (long jump : new long[] {DAY_MILLIS, -DAY_MILLIS}) {
            client().call(SandboxApi.STOP.at(machine.id()), new StopSandbox(true, false));
            machine.awaitState(SandboxState.STOPPED);
            agent.kill();
            shiftRecord(jump);
            agent.start();
            assertThat(client().call(SandboxApi.GET.at(machine.id())).tier()).isEqualTo(StorageTier.HOT);
            started();
            assertThat(machine.run("test -s /dev/shm/noise && cat made.txt")).isEqualTo("kept");
            long guest = Long.parseLong(machine.run("date +%s"));
            assertThat(Math.abs(guest - System.currentTimeMillis() / 1000)).isLessThan(DAY_MILLIS / 4_000);
        }
    }

    @Test
    @Order(5)
    void anotherQemuBootsFromTheDiskAndKeepsTheSavedMemory() throws Exception {
        fillMemory();
        if (saved.isEmpty()) {
            saved = snapshot("whole").id();
        }
        client().call(SandboxApi.STOP.at(machine.id()), new StopSandbox(true, false));
        machine.awaitState(SandboxState.STOPPED);
        agent.kill();
        String path = Objects.requireNonNull(agent.environment().get("PATH"));
        agent.set("PATH", otherQemu() + ":" + path);
        Path verdict = agent.folder().resolve("cache/belljar/acceleration.json");
        String proved = Files.readString(verdict);
        agent.start();
        started();
        assertThat(machine.run("test -e /dev/shm/noise || cat made.txt")).isEqualTo("kept");
        assertBranchStarts("! -e");
        client().call(SandboxApi.STOP.at(machine.id()), new StopSandbox(false, false));
        machine.awaitState(SandboxState.STOPPED);
        agent.kill();
        agent.set("PATH", path);
        Files.writeString(verdict, proved);
        agent.start();
        assertBranchStarts("-s");
        started();
    }

    @Test
    @Order(6)
    void aHostThatWasSwitchedOffStopsTheMachineAndKeepsItsWork() throws Exception {
        machine.run("echo the newest > newest.txt; sync");
        agent.kill();
        endMachines();
        empty(agent.folder().resolve("run"));
        changeRecordedBoot();
        agent.start();
        Sandbox found = client().call(SandboxApi.GET.at(machine.id()));
        assertThat(found.status().state()).isEqualTo(SandboxState.STOPPED);
        assertThat(found.status().problem()).isNull();
        started();
        assertThat(machine.run("cat made.txt newest.txt")).isEqualTo("kept\nthe newest");
        assertThat(client().call(SandboxApi.DESTROY.at(machine.id()), new DestroySandbox(false))
                        .salvage())
                .isNotNull();
    }

    private void awaitPaused(String why) throws InterruptedException {
        RunningMachine.await(() -> why.equals(
                client().call(SandboxApi.GET.at(machine.id())).status().paused()));
    }

    private Snapshot snapshot(String name) throws AgentException, InterruptedException {
        return client().call(SnapshotApi.TAKE.at(machine.id()), new TakeSnapshot(name, null));
    }

    private void started() throws Exception {
        client().call(SandboxApi.START.at(machine.id()));
        machine.awaitState(SandboxState.RUNNING);
    }

    /// Starts a branch. Saved memory fits only the QEMU that saved it; with another one only the disk is
    /// used.
    private void assertBranchStarts(String inMemory) throws Exception {
        Sandbox branch = client().call(SnapshotApi.BRANCH.at(saved), new BranchSandbox("again", 1))
                .getFirst();
        RunningMachine again = new RunningMachine(agent, branch.id());
        again.awaitState(SandboxState.RUNNING);
        assertThat(again.run("test " + inMemory + " /dev/shm/noise && cat made.txt"))
                .isEqualTo("kept");
        client().call(SandboxApi.DESTROY.at(branch.id()), new DestroySandbox(false));
    }

    private void assertNoUnfinishedSnapshotAndTheMachineRuns() throws Exception {
        assertThat(beingSaved()).isFalse();
        RunningMachine.await(() -> Integer.valueOf(0)
                .equals(machine.exec("echo more >> more.txt && sync").code()));
        assertThat(machine.run("cat made.txt")).isEqualTo("kept");
    }

    private boolean beingSaved() {
        try (Stream<Path> found = Files.list(data.resolve("belljar/snapshots"))) {
            return found.anyMatch(folder -> folder.getFileName().toString().startsWith(".new-"));
        } catch (IOException e) {
            return false; // the folder is created and deleted meanwhile
        }
    }

    /// Creates a file that leaves this many bytes free.
    private Path fill(long free) throws Exception {
        Path filler = data.resolve("filler");
        long room = Files.getFileStore(data).getUnallocatedSpace() - free;
        if (!program("fallocate", "-l", Long.toString(room), filler.toString())) {
            // Part of the free space was used meanwhile: a remainder of 64 MiB is small enough.
            program("fallocate", "-l", Long.toString(Math.max(1, room - (64 << 20))), filler.toString());
        }
        return filler;
    }

    /// Uses the shared guest images, and a separate acceleration verdict, because another QEMU must be tested
    /// again.
    private void ownCache() throws IOException {
        String home = System.getenv().getOrDefault("XDG_CACHE_HOME", System.getProperty("user.home") + "/.cache");
        Path shared = Files.createDirectories(Path.of(home, "belljar"));
        Path own = Files.createDirectories(agent.folder().resolve("cache/belljar"));
        Files.createDirectories(shared.resolve("images"));
        Files.createSymbolicLink(own.resolve("images"), shared.resolve("images"));
        if (Files.exists(shared.resolve("acceleration.json"))) {
            Files.copy(shared.resolve("acceleration.json"), own.resolve("acceleration.json"));
        }
        agent.set("XDG_CACHE_HOME", String.valueOf(own.getParent()));
    }

    private Path record() {
        return data.resolve("belljar/sandboxes").resolve(machine.id()).resolve("sandbox.json");
    }

    /// Changes the sandbox's record as if the machine had been started in an earlier boot of this host.
    private void changeRecordedBoot() throws IOException {
        String text = Files.readString(record());
        String other = text.replaceFirst("(\"hostBoot\"\\s*:\\s*\")[^\"]+", "$1an earlier one");
        assertThat(other).isNotEqualTo(text);
        Files.writeString(record(), other);
    }

    private void shiftRecord(long millis) throws IOException {
        Path record = record();
        String text = Files.readString(record);
        java.util.regex.Matcher since = java.util.regex.Pattern.compile("(\"(?:since|created)\"\\s*:\\s*)(\\d+)")
                .matcher(text);
        Files.writeString(
                record, since.replaceAll(found -> found.group(1) + (Long.parseLong(found.group(2)) + millis)));
    }

    /// Creates a folder with the same QEMU, which reports another version.
    private Path otherQemu() throws IOException {
        Path folder = Files.createDirectories(agent.folder().resolve("other"));
        for (String name : new String[] {"qemu-system-x86_64"}) {
            Path real = Stream.of(Objects.requireNonNull(System.getenv("PATH")).split(":"))
                    .map(one -> Path.of(one, name))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow();
            Path other = folder.resolve(name);
            Files.writeString(other, OTHER_QEMU.replace("QEMU \"", real + " \""));
            Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return folder;
    }

    private void endMachines() {
        ProcessHandle.allProcesses()
                .filter(process -> process.info().command().orElse("").contains("qemu-system"))
                .filter(process -> process.info()
                        .commandLine()
                        .orElse("")
                        .contains(agent.folder().toString()))
                .forEach(process -> {
                    process.destroyForcibly();
                    process.onExit().join();
                });
    }

    private static void empty(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder())
                    .filter(file -> !file.equals(folder))
                    .toList()) {
                Files.delete(file);
            }
        }
    }

    private AgentClient client() {
        return agent.client();
    }

    private static boolean program(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            System.err.println(String.join(" ", words) + ": " + said);
        }
        return process.exitValue() == 0;
    }

    private static AgentUnderTest agentUnderTest() {
        try {
            return new AgentUnderTest();
        } catch (IOException e) {
            throw new IllegalStateException("no folder for the test", e);
        }
    }
}
