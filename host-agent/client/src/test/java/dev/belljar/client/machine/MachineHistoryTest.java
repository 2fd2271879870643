package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.request.work.CompareWith;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.session.IdentityCheck;
import dev.belljar.contract.view.work.WorkspaceComparison;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/// Tests snapshots of one real machine that keeps working, and branches of them; the tests share the machine
/// and run in order.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(StoryExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MachineHistoryTest {
    /// Counts without starting programs, which an emulated machine would be busy with.
    private static final String TICKER = "for (my $i = 1; ; $i++) { open my $out, q(>), q(/dev/shm/tick.new); print"
            + " $out $i; close $out; rename q(/dev/shm/tick.new), q(/dev/shm/tick); select undef, undef, undef, 0.2 }";

    private final AgentUnderTest agent = agentUnderTest();
    private final Path snapshots = agent.folder().resolve("data/belljar/snapshots");
    private RunningMachine original = new RunningMachine(agent, "");
    private List<RunningMachine> branches = List.of();
    private String sum = "";
    private long tickBefore;
    private Snapshot first = none();
    private Snapshot second = none();

    @BeforeAll
    void beginAMachineThatWorks() throws Exception {
        agent.start();
        TestProject project = TestProject.in(agent.folder(), "shop");
        original = RunningMachine.begun(agent, project.folder());
        original.awaitState(SandboxState.RUNNING);
        original.asRoot("ssh-keygen -q -A");
        original.run("dd if=/dev/urandom of=/dev/shm/data bs=1M count=20 2>/dev/null;"
                + " printf '%s' '" + TICKER + "' > /dev/shm/ticker.pl;"
                + " nohup setsid perl /dev/shm/ticker.pl > /dev/null 2>&1 & echo begun > made.txt");
        sum = original.run("sha256sum < /dev/shm/data");
        RunningMachine.await(() -> tick(original) > 0);
    }

    @AfterAll
    void cleanUp() throws Exception {
        agent.end();
    }

    @Test
    @Order(1)
    void aRunningMachineContinuesAfterASnapshot() throws Exception {
        original.run("head -c 3000000 /dev/urandom > /home/agent/before; sync");
        String before = original.run("sha256sum < /home/agent/before");
        first = agent.client().call(SnapshotApi.TAKE.at(original.id()), new TakeSnapshot("before", "while it ticks"));
        tickBefore = tick(original);
        assertThat(first.name()).isEqualTo("before");
        assertThat(first.parent()).isNull();
        assertThat(first.size()).isGreaterThan(20 << 20);
        assertThat(first.pauseMillis()).isNotNegative();
        RunningMachine.await(() -> tick(original) > tickBefore);
        assertThat(original.run("sha256sum < /dev/shm/data")).isEqualTo(sum);
        assertThat(agent.client().call(SnapshotApi.LIST.at(original.id()))).containsExactly(first);
        // From the disk, not from the guest's page cache.
        original.run("head -c 3000000 /dev/urandom > /home/agent/since; sync");
        String since = original.run("sha256sum < /home/agent/since");
        original.asRoot("echo 3 > /proc/sys/vm/drop_caches");
        assertThat(original.run("sha256sum < /home/agent/before")).isEqualTo(before);
        assertThat(original.run("sha256sum < /home/agent/since")).isEqualTo(since);
    }

    @Test
    @Order(2)
    void branchesContinueWithTheSameMemoryAndProcess() throws Exception {
        original.run("echo later > /dev/shm/only-here");
        List<RunningMachine> begun = new ArrayList<>();
        for (Sandbox branch : agent.client().call(SnapshotApi.BRANCH.at(first.id()), new BranchSandbox("try", 2))) {
            assertThat(branch.origin()).isEqualTo(first.id());
            begun.add(new RunningMachine(agent, branch.id()));
        }
        branches = begun;
        assertThat(branches).hasSize(2);
        for (RunningMachine branch : branches) {
            branch.awaitState(SandboxState.RUNNING);
            assertThat(branch.run("sha256sum < /dev/shm/data")).isEqualTo(sum);
            assertThat(branch.exec("test -e /dev/shm/only-here").code()).isEqualTo(1);
            assertThat(branch.run("cat made.txt")).isEqualTo("begun");
            long now = tick(branch);
            RunningMachine.await(() -> tick(branch) > now);
        }
        assertThat(agent.client().call(SandboxApi.LIST))
                .extracting(sandbox -> sandbox.spec().name())
                .contains("try-1", "try-2");
    }

    @Test
    @Order(3)
    void everyBranchHasItsOwnIdentity() throws Exception {
        Set<String> values = new HashSet<>();
        for (RunningMachine branch : branches) {
            // A branch has its own ssh keys shortly after it runs; connections that need them wait for them.
            RunningMachine.await(() ->
                    agent.client().call(SandboxApi.IDENTITY.at(branch.id())).ok());
            IdentityCheck check = agent.client().call(SandboxApi.IDENTITY.at(branch.id()));
            assertThat(check.items()).allMatch(IdentityCheck.IdentityItem::ok, "is its own");
            assertThat(check.ok()).isTrue();
            assertThat(check.origin()).isEqualTo(first.id());
            assertThat(check.items()).hasSizeGreaterThanOrEqualTo(7);
            check.items().stream()
                    .filter(item -> !item.name().equals("ssh") && !item.name().equals("clock"))
                    // A token is created when a session begins; all other values are reported.
                    .filter(item ->
                            !item.name().equals("token") || !item.value().isEmpty())
                    .forEach(item -> assertThat(values.add(item.name() + " " + item.value()))
                            .as("%s is not shared between branches", item)
                            .isTrue());
        }
    }

    @Test
    @Order(4)
    void aBranchHasItsOwnClosedNetwork() throws Exception {
        RunningMachine branch = branches.getFirst();
        String mac = branch.run("cat /sys/class/net/eth0/address");
        assertThat(mac).isNotEqualTo(original.run("cat /sys/class/net/eth0/address"));
        assertThat(agent.client().call(SandboxApi.IDENTITY.at(branch.id())).items())
                .anyMatch(item -> item.name().equals("mac") && item.value().equals(mac));
        assertThat(branch.exec("curl -sS -m 60 http://192.0.2.9/").code()).isEqualTo(7);
        RunningMachine.await(() -> isConnectionRecorded(branch));
        assertThat(isConnectionRecorded(original)).isFalse();
    }

    @Test
    @Order(5)
    void aSnapshotIsComparedWithTheMachineByContent() throws Exception {
        original.run("echo since >> made.txt; echo new > new.txt; touch README.md");
        WorkspaceComparison comparison =
                agent.client().call(SnapshotApi.COMPARE.at(first.id()), new CompareWith(original.id()));
        assertThat(comparison.files()).extracting("path").containsExactlyInAnyOrder("made.txt", "new.txt");
        assertThat(agent.client()
                        .call(
                                SnapshotApi.COMPARE.at(first.id()),
                                new CompareWith(branches.getFirst().id()))
                        .files())
                .isEmpty();
        second = agent.client().call(SnapshotApi.TAKE.at(original.id()), new TakeSnapshot("after", null));
        assertThat(second.parent()).isEqualTo(first.id());
        assertThat(agent.client()
                        .call(SnapshotApi.COMPARE.at(first.id()), new CompareWith(second.id()))
                        .files())
                .isEqualTo(comparison.files());
    }

    @Test
    @Order(6)
    void filesWrittenAfterASnapshotSurviveARestart() throws Exception {
        original.run("git add -A; git -c user.name=T -c user.email=t@belljar.invalid commit -qm Since");
        String tip = original.run("git rev-parse HEAD");
        original.run("sha256sum /home/agent/before /home/agent/since > /home/agent/sums");
        agent.client().call(SandboxApi.STOP.at(original.id()), new StopSandbox(false, false));
        original.awaitState(SandboxState.STOPPED);
        agent.client().call(SandboxApi.START.at(original.id()));
        original.awaitState(SandboxState.RUNNING);
        assertThat(original.run("git fsck && git rev-parse HEAD && git status --porcelain"))
                .endsWith(tip);
        assertThat(original.run("sha256sum -c --status /home/agent/sums && echo whole"))
                .isEqualTo("whole");
    }

    @Test
    @Order(7)
    void theCommandLineShowsSnapshotsDiffsAndIdentities() throws Exception {
        CommandLineUnderTest line = new CommandLineUnderTest(agent.environment());
        assertThat(line.run("", "snapshots").out())
                .contains("└─ " + second.id(), "├─ " + first.id(), "│  └─ try-2 ", "while it ticks");
        assertThat(line.run("", "diff", "before", "after").out()).contains("made.txt", "new.txt");
        RunningMachine.await(
                () -> agent.client().call(SandboxApi.IDENTITY.at("try-1")).ok());
        CommandLineUnderTest.Ran identity = line.run("", "identity", "try-1");
        assertThat(identity.exit()).as(identity.out()).isZero();
        assertThat(identity.out()).contains("ok  MAC address").doesNotContain("WRONG");
        CommandLineUnderTest.Ran wrong = line.run("", "restore", "no-such");
        assertThat(wrong.exit()).isEqualTo(3);
        assertThat(wrong.err()).contains("\"no-such\"").contains("[snapshot.not-found]");
    }

    @Test
    @Order(8)
    void branchesStillStartAfterTheirSnapshotWasDeleted() throws Exception {
        RunningMachine branch = branches.getFirst();
        branch.run("echo kept > /home/agent/kept");
        agent.client().call(SandboxApi.STOP.at(branch.id()), new StopSandbox(false, false));
        branch.awaitState(SandboxState.STOPPED);
        agent.client().call(SnapshotApi.DELETE.at(first.id()));
        assertThat(agent.client().call(SnapshotApi.LIST_ALL)).containsExactly(second);
        agent.client().call(SandboxApi.START.at(branch.id()));
        branch.awaitState(SandboxState.RUNNING);
        assertThat(branch.run("cat /home/agent/kept made.txt")).isEqualTo("kept\nbegun");
        agent.client().call(SandboxApi.DESTROY.at(branches.getLast().id()), new DestroySandbox(false));
        agent.client().call(SandboxApi.DESTROY.at(branch.id()), new DestroySandbox(false));
    }

    /// The original machine still runs, and it writes to none of the snapshot's layers.
    @Test
    @Order(9)
    void aLaterSnapshotIsBranchedWhileItsMachineRuns() throws Exception {
        Sandbox begun = agent.client()
                .call(SnapshotApi.BRANCH.at(second.id()), new BranchSandbox("later", 1))
                .getFirst();
        RunningMachine branch = new RunningMachine(agent, begun.id());
        branch.awaitState(SandboxState.RUNNING);
        branch.asRoot("echo 3 > /proc/sys/vm/drop_caches");
        assertThat(branch.run("cat made.txt new.txt")).isEqualTo("begun\nsince\nnew");
        agent.client().call(SandboxApi.DESTROY.at(branch.id()), new DestroySandbox(false));
    }

    @Test
    @Order(10)
    void aSnapshotIsRestoredAfterItsMachineIsGone() throws Exception {
        agent.client().call(SandboxApi.DESTROY.at(original.id()), new DestroySandbox(false));
        Sandbox restored = agent.client()
                .call(SnapshotApi.BRANCH.at(second.id()), new BranchSandbox("again", 1))
                .getFirst();
        assertThat(restored.spec().name()).isEqualTo("again");
        RunningMachine machine = new RunningMachine(agent, restored.id());
        machine.awaitState(SandboxState.RUNNING);
        assertThat(machine.run("sha256sum < /dev/shm/data")).isEqualTo(sum);
        assertThat(machine.run("cat made.txt new.txt")).isEqualTo("begun\nsince\nnew");
        RunningMachine.await(() -> tick(machine) > tickBefore);
        original = machine;
    }

    @Test
    @Order(11)
    void aDamagedSnapshotIsRefusedByItsChecksumAndOthersWork() throws Exception {
        Snapshot flipped = agent.client().call(SnapshotApi.TAKE.at(original.id()), new TakeSnapshot("flipped", null));
        Snapshot cut = agent.client().call(SnapshotApi.TAKE.at(original.id()), new TakeSnapshot("cut", null));
        flip(snapshots.resolve(flipped.id()).resolve("ram"));
        Path state = snapshots.resolve(cut.id()).resolve("state");
        try (RandomAccessFile file = new RandomAccessFile(state.toFile(), "rw")) {
            file.setLength(Files.size(state) / 2);
        }
        Snapshot longer = agent.client().call(SnapshotApi.TAKE.at(original.id()), new TakeSnapshot("longer", null));
        // A changed layer under other disks, which QEMU can still read.
        Path layer = agent.folder().resolve("data/belljar/layers").resolve(longer.id() + ".qcow2");
        Files.write(layer, new byte[] {1}, StandardOpenOption.APPEND);
        agent.kill();
        agent.start();
        for (Snapshot damaged : List.of(flipped, cut, longer)) {
            assertRefused(damaged);
        }
        Sandbox sound = agent.client()
                .call(SnapshotApi.BRANCH.at(second.id()), new BranchSandbox("sound", 1))
                .getFirst();
        RunningMachine machine = new RunningMachine(agent, sound.id());
        machine.awaitState(SandboxState.RUNNING);
        assertThat(machine.run("sha256sum < /dev/shm/data")).isEqualTo(sum);
    }

    @Test
    @Order(12)
    void aSnapshotOfAnotherQemuBootsFromItsDisk() throws Exception {
        Path facts = snapshots.resolve(second.id()).resolve("facts.json");
        String text = Files.readString(facts);
        String changed = text.replaceFirst("\"plan\" : \"[0-9a-f]{4}", "\"plan\" : \"0000");
        assertThat(changed).isNotEqualTo(text);
        Files.writeString(facts, changed);
        Sandbox begun = agent.client()
                .call(SnapshotApi.BRANCH.at(second.id()), new BranchSandbox("booted", 1))
                .getFirst();
        RunningMachine machine = new RunningMachine(agent, begun.id());
        machine.awaitState(SandboxState.RUNNING);
        assertThat(machine.run("cat made.txt new.txt")).isEqualTo("begun\nsince\nnew");
        assertThat(machine.exec("test -e /dev/shm/data").code()).isEqualTo(1);
        RunningMachine.await(
                () -> agent.client().call(SandboxApi.IDENTITY.at(begun.id())).ok());
        assertThat(new CommandLineUnderTest(agent.environment())
                        .run("", "events", "booted", "--type", "sandbox")
                        .out())
                .contains("booted from the snapshot's disk");
    }

    /// Checks that a branch of this snapshot is refused at the request, or when it would start.
    private void assertRefused(Snapshot damaged) {
        assertThatThrownBy(() -> {
                    Sandbox begun = agent.client()
                            .call(SnapshotApi.BRANCH.at(damaged.id()), new BranchSandbox("damaged", 1))
                            .getFirst();
                    new RunningMachine(agent, begun.id()).awaitState(SandboxState.ERROR);
                    var problem = agent.client()
                            .call(SandboxApi.GET.at(begun.id()))
                            .status()
                            .problem();
                    agent.client().call(SandboxApi.DESTROY.at(begun.id()), new DestroySandbox(false));
                    throw new AgentException(java.util.Objects.requireNonNull(problem), null);
                })
                .as("snapshot %s", damaged.name())
                .isInstanceOfSatisfying(
                        AgentException.class,
                        refusal -> assertThat(refusal.code().code()).isEqualTo("memory.damaged"));
    }

    private static void flip(Path file) throws IOException {
        try (RandomAccessFile ram = new RandomAccessFile(file.toFile(), "rw")) {
            long at = 1 << 20;
            ram.seek(at);
            int value = ram.read();
            ram.seek(at);
            ram.write(value ^ 4);
        }
    }

    private static boolean isConnectionRecorded(RunningMachine machine) throws AgentException, InterruptedException {
        List<FlowRow> flows = machine.client()
                .call(SandboxApi.FLOWS.at(machine.id()), new ListFlows(200))
                .flows();
        return flows.stream().anyMatch(flow -> flow.dst().equals("192.0.2.9:80"));
    }

    private static long tick(RunningMachine machine) throws AgentException, InterruptedException {
        String text =
                RunningMachine.text(machine.exec("cat /dev/shm/tick").stdout()).strip();
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    private static Snapshot none() {
        return new Snapshot("", "", "", null, null, null, 0, 0, null, null, null, 0, 0, 0, null);
    }

    private static AgentUnderTest agentUnderTest() {
        try {
            return new AgentUnderTest();
        } catch (IOException e) {
            throw new IllegalStateException("no folder for the test", e);
        }
    }
}
