package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.client.AgentException;
import dev.belljar.client.EventSubscription;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.session.ExecResult;
import dev.belljar.contract.view.storage.DestroyResult;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
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

/// Tests a real machine through a sequence of faults: nothing is lost, and the reports are true.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MachineFaultsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    /// The bytes of a file of the project, of which the delivery takes a while.
    private static final int LARGE = 40 << 20;
    /// The bytes of a file that the machine sends: it compresses and sends them much more slowly than it receives some.
    private static final int SENT = 16 << 20;
    /// The exit code of a Java program that ends because it ran out of memory.
    private static final int OUT_OF_MEMORY = 3;

    private static final int LOUD = 40;
    private static final long DAY_MILLIS = 86_400_000;

    private final AgentUnderTest agent = agentUnderTest();
    private final Path repositories = agent.folder().resolve("data/belljar/repositories");
    private TestProject project = new TestProject(Path.of("/"));
    private RunningMachine machine = new RunningMachine(agent, "");
    private boolean mounted;
    private boolean killedWhileDelivering;

    /// The host agent is killed during the delivery of the project at the first start.
    @BeforeAll
    void bootThroughACrash() throws Exception {
        Files.createDirectories(repositories);
        mounted = program("mount", "-t", "tmpfs", "-o", "size=2g,mode=0700", "belljar-test", repositories.toString());
        agent.start();
        project = TestProject.in(agent.folder(), "shop");
        byte[] noise = new byte[LARGE];
        new Random(1).nextBytes(noise);
        Files.write(project.folder().resolve("large.bin"), noise);
        machine = RunningMachine.begun(agent, project.folder());
        RunningMachine.awaitBoot(() -> delivering() || machine.state() == SandboxState.RUNNING);
        killedWhileDelivering = machine.state() == SandboxState.STARTING;
        restart();
        machine.awaitState(SandboxState.RUNNING);
    }

    private boolean delivering() throws AgentException, InterruptedException {
        return machine.client().call(SandboxApi.GET.at(machine.id())).status().requirements().stream()
                .anyMatch(need -> need.name().equals("project") && need.state() == Requirement.State.WAITING);
    }

    @BeforeEach
    void recoverFromAnEarlierTest() throws Exception {
        if (mounted) {
            resize("2g");
        }
        machine.ensureRuns();
    }

    @AfterAll
    void cleanUp() throws Exception {
        agent.endWith(() -> {
            if (mounted) {
                program("umount", repositories.toString());
            }
        });
    }

    @Test
    @Order(1)
    void aHostAgentKilledDuringProjectDeliveryContinuesIt() throws Exception {
        assertThat(killedWhileDelivering).isTrue();
        assertThat(machine.run("git status --porcelain")).isEqualTo(project.git("status", "--porcelain"));
        assertThat(machine.run("git hash-object large.bin")).isEqualTo(project.git("hash-object", "large.bin"));
    }

    @Test
    @Order(2)
    void aGuestClockJumpChangesNoEventTimeAndLosesNoEvent() throws Exception {
        long after =
                machine.client().call(SandboxApi.GET.at(machine.id())).status().lastSeq();
        long begin = System.currentTimeMillis();
        machine.asRoot("/bin/true tick-1; date -s '+1 day'; /bin/true tick-2; date -s '-2 days'; /bin/true tick-3;"
                + " date -s '+1 day'; /bin/true tick-4");
        List<Event> ticks = machine.events(after).stream()
                .filter(event -> event instanceof ProcEvent proc
                        && proc.op() == ProcOp.EXEC
                        && proc.argv().size() == 2
                        && proc.argv().get(1).startsWith("tick-"))
                .toList();
        assertThat(ticks)
                .extracting(event -> ((ProcEvent) event).argv().get(1))
                .containsExactly("tick-1", "tick-2", "tick-3", "tick-4");
        assertThat(ticks)
                .extracting(Event::ts)
                .isSorted()
                .allSatisfy(ts ->
                        assertThat(ts).isBetween(begin - DAY_MILLIS / 4, System.currentTimeMillis() + DAY_MILLIS / 4));
    }

    @Test
    @Order(3)
    void aForkBombAffectsOnlyItsMachine() throws Exception {
        long before =
                machine.client().call(SandboxApi.GET.at(machine.id())).status().lastSeq();
        machine.run("printf 'bomb() { [ -e /tmp/enough ] || { bomb | bomb & bomb; }; }; bomb' > /tmp/bomb.sh;"
                + " nohup setsid sh -c 'sleep 3; exec sh /tmp/bomb.sh' > /dev/null 2>&1 &");
        // Detected by recorded events: on a fast host the guest may have ended the fork bomb before its
        // processes can be counted.
        RunningMachine.await(() ->
                machine.client().call(SandboxApi.GET.at(machine.id())).status().lastSeq() - before > 600 || !answers());
        // A command is now answered or refused with a reason, and the host agent is unaffected.
        try {
            ExecResult asked = machine.exec("echo here");
            assertThat(asked.code() == null ? asked.signal() : asked.code()).isNotNull();
        } catch (AgentException e) {
            assertThat(e).hasMessageMatching("(?s).*(guest|machine|fork|process|answer).*");
        }
        assertThat(machine.client().call(HostApi.HEALTH).ok()).isTrue();
        RunningMachine.await(() ->
                Integer.valueOf(0).equals(machine.asRoot("touch /tmp/enough").code()));
        RunningMachine.await(() -> Integer.valueOf(0)
                .equals(machine.asRoot("pkill -KILL -f '[b]omb.sh'; ! pgrep -f '[b]omb.sh'")
                        .code()));
        RunningMachine.await(
                () -> Integer.valueOf(0).equals(machine.exec("true").code()));
        assertThat(machine.run("git hash-object large.bin")).isEqualTo(project.git("hash-object", "large.bin"));
    }

    private boolean answers() throws AgentException, InterruptedException {
        return machine.client().call(SandboxApi.GET.at(machine.id())).status().observed();
    }

    @Test
    @Order(4)
    void aRootProcessOnTheGuestLinkIsRefusedAndLeavesAGap() throws Exception {
        long after =
                machine.client().call(SandboxApi.GET.at(machine.id())).status().lastSeq();
        machine.run("cat > /tmp/forge.pl <<'END'\n" + FORGER + "END");
        List<Event> gaps = new CopyOnWriteArrayList<>();
        try (EventSubscription _ = machine.client().follow(machine.id(), after, Set.of(EventType.GAP), gaps::addAll)) {
            // The answer must be sent before the guest agent that sends it is killed.
            ExecResult begun = machine.asRoot(
                    "systemd-run --quiet sh -c 'sleep 5; systemctl stop belljar-guest; pkill -KILL -x belljar-guest;"
                            + " sleep 1; perl /tmp/forge.pl > /tmp/forged 2>&1; systemctl start belljar-guest'");
            assertThat(begun.code()).as("%s", begun).isZero();
            RunningMachine.await(() ->
                    gaps.stream().anyMatch(event -> event instanceof GapEvent gap && gap.count() > 4_000_000));
            RunningMachine.await(() -> gaps.stream()
                    .anyMatch(event -> event instanceof GapEvent gap && gap.op().equals("begin")));
            RunningMachine.await(
                    () -> Integer.valueOf(0).equals(machine.exec("true").code()));
            RunningMachine.await(() -> gaps.stream()
                    .anyMatch(event -> event instanceof GapEvent gap && gap.op().equals("end")));
        }
        assertThat(agent.words()).contains("violated the protocol", "event number");
        // Later events are recorded as before.
        assertThat(machine.events(after)).isNotEmpty();
    }

    /// A script that takes over the port as root, twice: as another boot, then as this boot with an event
    /// number far ahead and one far behind.
    private static final String FORGER = """
            use strict;
            my $magic = "BELLJAR-LINK\\0\\0\\0\\1";
            sub ints { my ($tag, $value) = @_; return pack('C N Q>', $tag, 8, $value); }
            sub text { my ($tag, $value) = @_; return pack('C N/a*', $tag, $value); }
            sub frame { my ($type, $payload) = @_; return pack('N N C', 5 + length $payload, 0, $type) . $payload; }
            sub event { my ($seq) = @_; return pack('N Q> C Q>', 17, $seq, 200, 1_000_000_000); }
            open(my $boot, '<', '/proc/sys/kernel/random/boot_id') or die;
            chomp(my $id = <$boot>);
            sub readable {
                my ($port, $seconds) = @_;
                my $in = '';
                vec($in, fileno $port, 1) = 1;
                return select($in, undef, undef, $seconds) > 0;
            }
            sub say_to { my ($port, $words) = @_; syswrite($port, $words) // die "gone: $!"; }
            sub converse {
                my ($as, @numbers) = @_;
                my $port;
                # Whoever had it may not be quite gone.
                until (open($port, '+<:raw', '/dev/virtio-ports/dev.belljar.agent.0')) {
                    warn "port: $!";
                    select(undef, undef, undef, 0.2);
                }
                # In large pieces, and the newest question: who asks again sends many zeros first, and asks once more if
                # reading them takes seconds. One that hung up has asked nothing.
                my $heard = '';
                until (index($heard, $magic) >= 0 && length($heard) >= 32 && !readable($port, 0.05)) {
                    my $got = sysread($port, $heard, 65536, length $heard);
                    $got or $heard = '', select(undef, undef, undef, 0.05);
                    my $newest = rindex($heard, $magic);
                    $newest > 0 and $heard = substr($heard, $newest);
                    $newest < 0 && length $heard > 31 and $heard = substr($heard, -31);
                }
                $heard = substr($heard, 0, 32);
                say_to($port, $heard);
                say_to($port, frame(1, ints(1, 1) . text(2, 'forged') . text(3, $as) . text(4, '6.1') . text(5, 'shop')
                    . ints(6, 1) . ints(7, 9_000_000) . ints(8, 1_000_000_000) . ints(9, time * 1_000_000_000)
                    . ints(10, 3)));
                # A host that was answered too late asks anew, or has hung up; what it says to a greeting is START.
                my $head = '';
                while (length $head < 9) {
                    readable($port, 5) && sysread($port, $head, 9 - length $head, length $head) or return 0;
                }
                my ($length, $stream, $type) = unpack('N N C', $head);
                $length > 5 && $length < 1000 && $stream == 0 && $type == 2 or return 0;
                for my $number (@numbers) {
                    syswrite($port, frame(4, event($number)));
                    select(undef, undef, undef, 2);
                }
                return 1;
            }
            until (eval { converse('00000000-0000-0000-0000-000000000000', 7, 6) }) { warn $@; }
            until (eval { converse($id, 5_000_000, 6_000_000_000, 4) }) { warn $@; }
            """;

    /// The heap is large enough for normal work, but not for the output of many commands at once.
    @Test
    @Order(5)
    void aHostAgentOutOfMemoryEndsAtOnceAndTheNextOneLosesNothing() throws Exception {
        long after =
                machine.client().call(SandboxApi.GET.at(machine.id())).status().lastSeq();
        List<Event> followed = new CopyOnWriteArrayList<>();
        agent.kill();
        agent.start("-Xmx64m");
        try (EventSubscription _ = machine.client().follow(machine.id(), after, Set.of(), followed::addAll)) {
            machine.awaitReached();
            machine.run("echo acknowledged > kept.txt; sync");
            assertThat(machines()).hasSize(1);
            long qemu = machines().getFirst();
            List<CompletableFuture<ExecResult>> asked = new ArrayList<>();
            for (int i = 0; i < LOUD; i++) {
                // The output is kept until the commands end.
                asked.add(BackgroundRequest.ask(
                        () -> machine.exec("yes | head -c 1048576 | tee /dev/stderr; exec sleep 600")));
            }
            long begun = System.nanoTime();
            assertThat(agent.awaitEnd()).isEqualTo(OUT_OF_MEMORY);
            System.out.printf(
                    "out of memory after %,d ms, exit code %d%n",
                    (System.nanoTime() - begun) / 1_000_000, OUT_OF_MEMORY);
            RunningMachine.await(() -> asked.stream().allMatch(CompletableFuture::isCompletedExceptionally));
            assertThat(machines()).containsExactly(qemu);
            agent.start();
            machine.awaitReached();
            assertThat(machines()).containsExactly(qemu);
            assertThat(machine.run("cat kept.txt")).isEqualTo("acknowledged");
            long last = machine.events(after).getLast().seq();
            RunningMachine.await(() -> !followed.isEmpty() && followed.getLast().seq() >= last);
        }
        assertThat(followed)
                .extracting(Event::seq)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(after + 1, followed.getLast().seq())
                                .boxed()
                                .toList());
    }

    private List<Long> machines() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().command().orElse("").contains("qemu-system"))
                .filter(process -> process.info().commandLine().orElse("").contains(machine.id()))
                .map(ProcessHandle::pid)
                .toList();
    }

    @Test
    @Order(6)
    void aHostAgentKilledWhileItSyncsLosesNothingAndSyncsAgain() throws Exception {
        machine.run("head -c " + SENT + " /dev/urandom > more.bin");
        CompletableFuture<SyncPlan> asked =
                BackgroundRequest.ask(() -> machine.client().call(SyncApi.PLAN.at(machine.id())));
        awaitReceiving(asked);
        boolean cutOff = !asked.isDone();
        restart();
        assertThat(cutOff).isTrue();
        assertThatThrownBy(asked::join).hasCauseInstanceOf(AgentException.class);
        assertThat(machine.state()).isEqualTo(SandboxState.RUNNING);
        RunningMachine.await(
                () -> Integer.valueOf(0).equals(machine.exec("true").code()));
        assertThat(machine.client().call(SyncApi.PLAN.at(machine.id())).diff().files())
                .extracting("path")
                .contains("more.bin");
        assertThat(scratches()).isZero();
    }

    @Test
    @Order(7)
    void aFullHostDiskDuringASyncIsReportedAndNothingIsLost() throws Exception {
        assumeTrue(mounted, "only root can make a small disk");
        // Git in the machine would read an earlier file again for each sync.
        machine.run("rm -f more.bin; head -c " + SENT + " /dev/urandom > third.bin");
        long used = Files.getFileStore(repositories).getTotalSpace()
                - Files.getFileStore(repositories).getUsableSpace();
        resize((used >> 10) + (8 << 10) + "k");
        assertThatThrownBy(() -> machine.client().call(SyncApi.PLAN.at(machine.id())))
                .isInstanceOfSatisfying(
                        AgentException.class,
                        e -> assertThat(e.problem().code()).isEqualTo("sync.disk-full"))
                .hasMessageContaining("full");
        assertThat(machine.state()).isEqualTo(SandboxState.RUNNING);
        assertThat(scratches()).isZero();
        resize("2g");
        assertThat(machine.client().call(SyncApi.PLAN.at(machine.id())).diff().files())
                .extracting("path")
                .contains("third.bin");
    }

    @Test
    @Order(8)
    void aHostAgentKilledWhileItDestroysLosesNothingAndDestroysAgain() throws Exception {
        machine.run("rm -f more.bin third.bin; head -c " + SENT
                + " /dev/urandom > last.bin; git hash-object last.bin > last.id");
        String last = machine.run("cat last.id");
        CompletableFuture<DestroyResult> asked = BackgroundRequest.ask(
                () -> machine.client().call(SandboxApi.DESTROY.at(machine.id()), new DestroySandbox(false)));
        awaitReceiving(asked);
        boolean cutOff = !asked.isDone();
        restart();
        assertThat(cutOff).isTrue();
        machine.awaitState(SandboxState.STOPPED);
        DestroyResult destroyed = machine.client().call(SandboxApi.DESTROY.at(machine.id()), new DestroySandbox(false));
        assertThat(destroyed.salvage()).isNotNull();
        TestProject repository = new TestProject(Path.of(destroyed.repository()));
        assertThat(repository.git("rev-parse", destroyed.salvage() + ":last.bin"))
                .isEqualTo(last);
        assertThat(machine.client().call(SandboxApi.LIST)).isEmpty();
        assertThat(agent.folder().resolve("data/belljar/sandboxes").resolve(machine.id()))
                .doesNotExist();
    }

    private void restart() throws Exception {
        agent.kill();
        agent.start();
    }

    /// Waits until a pack from the machine is being received, or all is over; looks often, as a fast machine sends
    /// the pack in a moment.
    private void awaitReceiving(CompletableFuture<?> asked) {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> receiving() || asked.isDone());
    }

    /// Returns whether a pack from the machine is being received.
    private boolean receiving() {
        try (DirectoryStream<Path> packs = Files.newDirectoryStream(repository(), "scratch-*")) {
            for (Path scratch : packs) {
                try (DirectoryStream<Path> parts = Files.newDirectoryStream(scratch.resolve("objects/pack"), "tmp_*")) {
                    if (parts.iterator().hasNext()) {
                        return true;
                    }
                }
            }
            return false;
        } catch (IOException e) {
            return false; // the folder is created and deleted meanwhile
        }
    }

    private long scratches() throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(repository(), "scratch-*")) {
            long count = 0;
            for (Path _ : found) {
                count++;
            }
            return count;
        }
    }

    private Path repository() throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(repositories, "*.git")) {
            return all.iterator().next();
        }
    }

    private void resize(String size) throws Exception {
        assertThat(program("mount", "-o", "remount,size=" + size, repositories.toString()))
                .isTrue();
    }

    private static boolean program(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
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
