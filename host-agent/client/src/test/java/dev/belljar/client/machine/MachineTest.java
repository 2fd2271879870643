package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.EventSubscription;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.client.demo.DemoReport;
import dev.belljar.client.demo.DemoRun;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.request.sandbox.ListProcesses;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ReadFile;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.session.ExecResult;
import dev.belljar.contract.view.session.TerminalExit;
import dev.belljar.contract.view.storage.DestroyResult;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.testing.TestProject;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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

/// Tests the usual operations on one real machine; boots are slow, so the tests share it and run in order.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MachineTest {
    private static final long PATIENCE_SECONDS = 240;
    private static final Duration LONGER_THAN_SILENCE = Duration.ofSeconds(20);

    private final AgentUnderTest agent = agentUnderTest();
    private TestProject project = new TestProject(Path.of("/"));
    private String id = "";

    @BeforeAll
    void bootOnce() throws Exception {
        AgentClient client = agent.start();
        project = TestProject.in(agent.folder(), "shop");
        project.write("src/staged.txt", "staged\n");
        project.git("add", "src/staged.txt");
        project.write("README.md", "one\ntwo, not committed\n");
        project.write("new file.txt", "untracked\n");
        Sandbox made = client.call(
                SandboxApi.CREATE,
                new CreateSandbox(project.folder().toString(), null, 1024, 2, 4096, null, false, true));
        id = made.id();
        awaitState(SandboxState.RUNNING);
    }

    /// Starts the host agent and the machine again if an earlier test has ended them, until the sandbox is
    /// destroyed.
    @BeforeEach
    void recoverFromAnEarlierTest() throws Exception {
        agent.ensureRuns();
        if (client().call(SandboxApi.LIST).stream()
                .anyMatch(sandbox -> sandbox.id().equals(id))) {
            new RunningMachine(agent, id).ensureRuns();
        }
    }

    /// Does the work in the machine that several tests use: a commit, a file that could run code on the host,
    /// and an uncommitted file.
    private void ensureWork() throws Exception {
        if (runs("test -e .vscode/tasks.json")) {
            return;
        }
        run("echo three >> README.md; git add README.md; git -c user.name=a -c user.email=a@b commit -qm 'from"
                + " inside' README.md; printf 'not committed\\n"
                + "' > later.txt; mkdir -p .vscode; echo '{}' > .vscode/tasks.json");
    }

    /// Does the same work and syncs it once.
    private void ensureSynced() throws Exception {
        ensureWork();
        if (project.git("branch", "--list", "belljar/shop").isEmpty()) {
            client().call(
                            SyncApi.ACCEPT.at(id),
                            new AcceptSync(client().call(SyncApi.PLAN.at(id)).commit(), List.of()));
        }
    }

    @AfterAll
    void cleanUp() throws Exception {
        agent.end();
    }

    @Test
    @Order(1)
    void theAccelerationIsKnownWithItsReason() throws Exception {
        Acceleration acceleration = client().call(SandboxApi.GET.at(id)).acceleration();
        assertThat(acceleration.kind()).isNotEqualTo(Acceleration.Kind.UNKNOWN);
        assertThat(acceleration.reason()).isNotBlank();
        if (acceleration.kind() != Acceleration.Kind.KVM) {
            assertThat(acceleration.tscKhz()).isNotNull().isBetween(500_000L, 10_000_000L);
        }
    }

    @Test
    @Order(2)
    void theProjectIsAsOnTheHostWithItsUncommittedChanges() throws Exception {
        assertThat(run("git status --porcelain")).isEqualTo(project.git("status", "--porcelain"));
        assertThat(run("cat README.md")).isEqualTo("one\ntwo, not committed");
        assertThat(run("git rev-parse HEAD")).isEqualTo(project.git("rev-parse", "HEAD"));
        assertThat(run("id -un; pwd")).isEqualTo("agent\n/workspace");
    }

    /// The guest agent must be able to report while programs use all processors.
    @Test
    @Order(1)
    void theGuestAgentComesBeforeOtherPrograms() throws Exception {
        assertThat(run("ps -o ni= -C belljar-guest | head -n 1 | tr -d ' '; nice"))
                .isEqualTo("-10\n0");
        // Nor may it wait for a disk until its own pages are back.
        String lockedKib = run("awk '/^VmLck/ { print $2 }' /proc/$(pgrep -x belljar-guest | head -n 1)/status");
        assertThat(Integer.parseInt(lockedKib)).isPositive();
    }

    /// Programs produce events faster than the guest agent reads them, for longer than a guest may be silent.
    @Test
    @Order(3)
    void theGuestAnswersDuringAFloodOfEvents() throws Exception {
        run("for i in 1 2 3 4; do setsid perl -e 'alarm 50; for (;;) { open F, qq(>/tmp/flood-$$); close F;"
                + " unlink qq(/tmp/flood-$$) }' < /dev/null > /dev/null 2>&1 & done");
        for (int i = 0; i < 32; i++) {
            assertThat(run("sleep 1; echo answered")).isEqualTo("answered");
        }
        run("pkill perl || true");
    }

    @Test
    @Order(3)
    void commandsPassInputOutputExitCodesAndSignals() throws Exception {
        assertThat(exec("exit 37").code()).isEqualTo(37);
        assertThat(exec("kill -TERM $$").signal()).isEqualTo(15);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] input = "through stdin\n".repeat(50_000).getBytes(StandardCharsets.UTF_8);
        try (RemoteTerminal terminal = client().open(id, ExecCommand.of("cat"), collect(out))) {
            terminal.send(input, 0, input.length);
            terminal.eof();
            assertThat(terminal.exit().get(PATIENCE_SECONDS, TimeUnit.SECONDS).code())
                    .isZero();
        }
        assertThat(out.toByteArray()).isEqualTo(input);
        try (RemoteTerminal terminal =
                client().open(id, ExecCommand.of("sleep", "1000"), collect(new ByteArrayOutputStream()))) {
            terminal.signal(2);
            assertThat(terminal.exit().get(PATIENCE_SECONDS, TimeUnit.SECONDS).signal())
                    .isEqualTo(2);
        }
    }

    @Test
    @Order(4)
    void aTerminalHasTheRequestedSizeAndAnExitCode() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ExecCommand shell = new ExecCommand(List.of("/bin/bash"), null, Map.of(), null, true, 33, 101, 0);
        try (RemoteTerminal terminal = client().open(id, shell, collect(out))) {
            type(terminal, "stty size; exit 5\r");
            TerminalExit exit = terminal.exit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(exit.code()).isEqualTo(5);
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("33 101");
    }

    @Test
    @Order(5)
    void notOneOfAThousandShortProcessesIsMissed() throws Exception {
        long after = client().call(SandboxApi.GET.at(id)).status().lastSeq();
        Set<String> seen = new HashSet<>();
        List<Event> events = new CopyOnWriteArrayList<>();
        try (EventSubscription _ = client().follow(id, after, Set.of(EventType.PROC), events::addAll)) {
            run("seq 1000 | sed s/^/count-/ | xargs -n 1 -P 2 /bin/true");
            await(() -> exits(events, seen) >= 1000);
        }
        assertThat(seen).hasSize(1000);
    }

    @Test
    @Order(6)
    void theDiffShowsChangesAndMarksFilesThatCouldRunOnTheHost() throws Exception {
        ensureWork();
        run("sudo sh -c 'echo one > /etc/added; echo more >> /etc/issue; rm /usr/bin/nano'");
        FileDiff diff = client().call(SandboxApi.DIFF.at(id));
        assertThat(diff.system())
                .extracting("status", "path")
                .contains(tuple("A", "/etc/added"), tuple("M", "/etc/issue"), tuple("D", "/usr/bin/nano"));
        assertThat(diff.files()).extracting("path").contains("README.md", "later.txt", ".vscode/tasks.json");
        assertThat(diff.files().stream()
                        .filter(f -> f.path().equals(".vscode/tasks.json"))
                        .findFirst()
                        .orElseThrow()
                        .risk())
                .isNotNull();
        assertThat(client().call(SandboxApi.CONTENTS.at(id), new ReadFile("later.txt"))
                        .after())
                .isEqualTo("not committed\n");
    }

    @Test
    @Order(7)
    void syncBringsTheWorkToABranchAndTouchesNothingElse() throws Exception {
        ensureWork();
        String before = project.git("status", "--porcelain") + project.git("rev-parse", "HEAD");
        SyncPlan plan = client().call(SyncApi.PLAN.at(id));
        assertThat(plan.commits()).extracting("subject").contains("from inside");
        var result = client().call(SyncApi.ACCEPT.at(id), new AcceptSync(plan.commit(), List.of()));
        assertThat(result.branch()).isEqualTo("belljar/shop");
        assertThat(result.withheld()).contains(".vscode/tasks.json");
        assertThat(project.git("show", "belljar/shop:README.md")).contains("three");
        assertThat(project.git("ls-tree", "-r", "--name-only", "belljar/shop"))
                .contains("later.txt")
                .doesNotContain("tasks.json");
        assertThat(project.git("status", "--porcelain") + project.git("rev-parse", "HEAD"))
                .isEqualTo(before);
    }

    @Test
    @Order(8)
    void aConnectionIsRefusedAtOnceAndRecorded() throws Exception {
        ExecResult curl = exec("curl -sS -m 60 http://192.0.2.9/");
        assertThat(curl.code()).isEqualTo(7);
        exec("curl -sS -m 60 https://leak.example.org/");
        await(() -> {
            try {
                var flows = client().call(SandboxApi.FLOWS.at(id), new ListFlows(200))
                        .flows();
                return flows.stream().anyMatch(f -> f.dst().equals("192.0.2.9:80"))
                        && flows.stream().anyMatch(f -> "leak.example.org".equals(f.name()));
            } catch (AgentException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        });
    }

    @Test
    @Order(8)
    void theCommandLineAnswersInTextJsonAndExitCodes() throws Exception {
        CommandLineUnderTest line = new CommandLineUnderTest(agent.environment());
        assertThat(line.run("", "list").out()).contains("shop").contains("running");
        assertThat(line.run("from outside", "exec", "shop", "--", "sh", "-c", "cat; exit 23"))
                .isEqualTo(new CommandLineUnderTest.Ran(23, "from outside", ""));
        for (String listing :
                List.of("list", "ps shop", "net shop", "diff shop", "report shop", "doctor", "image status")) {
            String[] words = (listing + " --json").split(" ");
            String out = line.run("", words).out();
            assertThat(out.strip()).as(listing).matches("(?s)[\\[{].*[\\]}]");
        }
        CommandLineUnderTest.Ran events = line.run("", "events", "shop", "--type", "sandbox");
        assertThat(events.out().lines()).isNotEmpty().allMatch(l -> l.startsWith("{\"type\":\"sandbox\""));
        CommandLineUnderTest.Ran wrong = line.run("", "exec", "no-such", "--", "true");
        assertThat(wrong.exit()).isEqualTo(125);
        assertThat(wrong.err()).contains("no-such").contains("[sandbox.not-found]");
        assertThat(line.run("", "events", "shop", "--type", "nonsense").exit()).isEqualTo(2);
        ensureSynced();
        run("echo by program > by-program.txt");
        String before = project.git("rev-parse", "belljar/shop");
        assertThat(line.run("", "sync", "shop", "--json").out()).contains("by-program.txt");
        assertThat(project.git("rev-parse", "belljar/shop")).isEqualTo(before);
        assertThat(line.run("", "sync", "shop").exit()).isEqualTo(1);
        assertThat(line.run("", "sync", "shop", "--yes").exit()).isZero();
        assertThat(project.git("ls-tree", "-r", "--name-only", "belljar/shop")).contains("by-program.txt");
    }

    @Test
    @Order(8)
    void theCommandLineForwardsEverySignal() throws Exception {
        String script =
                "for s in HUP INT QUIT; do trap \"echo $s\" $s; done; trap 'echo TERM; exit 9' TERM; echo ready; "
                        + "while :; do sleep 0.1; done";
        Process exec = new CommandLineUnderTest(agent.environment()).start("exec", "shop", "--", "bash", "-c", script);
        try (BufferedReader said = exec.inputReader()) {
            assertThat(said.readLine()).isEqualTo("ready");
            for (String signal : List.of("HUP", "INT", "QUIT", "TERM")) {
                new ProcessBuilder("kill", "-" + signal, Long.toString(exec.pid()))
                        .start()
                        .waitFor();
                assertThat(said.readLine()).isEqualTo(signal);
            }
            assertThat(exec.waitFor()).isEqualTo(9);
        } finally {
            exec.destroyForcibly();
        }
    }

    @Test
    @Order(9)
    void aKilledGuestAgentLeavesAGapAndComesBack() throws Exception {
        List<Event> gaps = new CopyOnWriteArrayList<>();
        long after = client().call(SandboxApi.GET.at(id)).status().lastSeq();
        try (EventSubscription _ = client().follow(id, after, Set.of(EventType.GAP), gaps::addAll)) {
            // A command that runs when the guest agent is killed fails with an error, and events that were
            // not yet sent are not lost. The guest agent is killed after it has recorded the last of them,
            // because events that only the kernel has are lost with it.
            assertThatThrownBy(() -> exec("for i in $(seq 100); do /bin/true kept-$i; done; sudo sh -c"
                            + " 'until grep -qa kept-10[0] /run/belljar-guest.events; do sleep 0.1; done;"
                            + " pkill -KILL -x belljar-guest'; sleep 60"))
                    .isInstanceOf(AgentException.class)
                    .hasMessageContaining("connection to the guest agent was lost");
            await(() -> gaps.stream().anyMatch(e -> ((GapEvent) e).op().equals("begin")));
            await(() -> gaps.stream().anyMatch(e -> ((GapEvent) e).op().equals("end")));
        }
        await(() -> runs("true"));
        List<Event> events = new CopyOnWriteArrayList<>();
        Set<String> seen = new HashSet<>();
        try (EventSubscription _ = client().follow(id, after, Set.of(EventType.PROC), events::addAll)) {
            await(() -> argumentsSeen(events, "kept-", seen) >= 100);
        }
        assertThat(events.stream()
                        .filter(event -> event instanceof ProcEvent proc
                                && proc.op() == ProcOp.EXEC
                                && proc.argv().getLast().startsWith("kept-")))
                .hasSize(100);
    }

    @Test
    @Order(10)
    void aFullDiskInTheGuestAffectsOnlyTheGuest() throws Exception {
        // Most of the space is allocated without being written: the test is about who gets the error.
        ExecResult full = exec("cd /workspace; free=$(df --output=avail -B1 . | tail -n 1);"
                + " fallocate -l $((free - 50000000)) most; dd if=/dev/zero of=huge bs=1M count=100000; rc=$?;"
                + " rm -f huge most; exit $rc");
        assertThat(full.code()).isEqualTo(1);
        assertThat(run("echo fine")).isEqualTo("fine");
    }

    @Test
    @Order(11)
    void aRestartedHostAgentReconnectsAndLosesNoEvent() throws Exception {
        run("nohup sh -c 'for i in $(seq 40); do /bin/true while-away-$i; sleep 0.1; done' >/dev/null 2>&1 &");
        agent.kill();
        agent.start();
        assertThat(client().call(SandboxApi.GET.at(id)).status().state()).isEqualTo(SandboxState.RUNNING);
        await(() -> runs("true"));
        Set<String> seen = new HashSet<>();
        List<Event> events = new CopyOnWriteArrayList<>();
        try (EventSubscription _ = client().follow(id, 0, Set.of(EventType.PROC), events::addAll)) {
            await(() -> argumentsSeen(events, "while-away-", seen) >= 40);
        }
        assertThat(numbersRise(events)).isTrue();
    }

    @Test
    @Order(12)
    void theIndexCanBeDroppedAndRebuilt() throws Exception {
        long before = client().call(SandboxApi.PROCESSES.at(id), new ListProcesses(10))
                .total();
        agent.kill();
        Files.delete(agent.folder().resolve("data/belljar/index.db"));
        agent.start();
        client().call(HostApi.REBUILD_INDEX);
        assertThat(client().call(SandboxApi.PROCESSES.at(id), new ListProcesses(10))
                        .total())
                .isGreaterThanOrEqualTo(before);
        await(() -> runs("true"));
    }

    @Test
    @Order(13)
    void aSecondHostAgentOnTheSameDataIsRefused() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        "dev.belljar.agent.HostAgent")
                .redirectErrorStream(true)
                .redirectOutput(agent.folder().resolve("second.log").toFile());
        builder.environment().putAll(agent.environment());
        Process second = builder.start();
        assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(second.exitValue()).isNotZero();
        assertThat(Files.readString(agent.folder().resolve("second.log"))).contains("another host agent");
    }

    @Test
    @Order(14)
    void aStoppedMachineKeepsItsDiskAndComesBack() throws Exception {
        ensureWork();
        run("echo kept > /home/agent/kept");
        client().call(SandboxApi.STOP.at(id), new StopSandbox(false, false));
        awaitState(SandboxState.STOPPED);
        assertThatThrownBy(() -> client().call(SandboxApi.EXEC.at(id), ExecCommand.of("true")))
                .isInstanceOf(AgentException.class)
                .hasMessageContaining("stopped");
        client().call(SandboxApi.START.at(id));
        awaitState(SandboxState.RUNNING);
        assertThat(run("cat /home/agent/kept")).isEqualTo("kept");
        assertThat(run("cat later.txt")).isEqualTo("not committed");
    }

    /// A program can hold the lock of its own memory without end; whoever reads its command line waits for it. So do
    /// `ps` and `pkill`, which the tests before this one need.
    @Test
    @Order(15)
    void theGuestAnswersAlthoughACommandLineCannotBeRead() throws Exception {
        try (InputStream script =
                Objects.requireNonNull(MachineTest.class.getResourceAsStream("unreadable.py"), "unreadable.py")) {
            String text = Base64.getEncoder().encodeToString(script.readAllBytes());
            run("echo " + text + " | base64 -d > /tmp/unreadable.py");
        }
        run("sudo setsid python3 /tmp/unreadable.py /tmp/unanswered < /dev/null > /tmp/unreadable.out 2>&1 &"
                + " for i in $(seq 240); do grep -q ready /tmp/unreadable.out && exit 0; sleep 0.5; done;"
                + " cat /tmp/unreadable.out >&2; sudo sh -c 'cat /proc/[0-9]*/task/*/stack' | grep fuse >&2; exit 1");
        long end = System.nanoTime() + LONGER_THAN_SILENCE.toNanos();
        while (System.nanoTime() < end) {
            assertThat(run("sleep 1; echo answered")).isEqualTo("answered");
            assertThat(client().call(SandboxApi.PROCESSES.at(id), new ListProcesses(10))
                            .rows())
                    .isNotEmpty();
        }
        run("sudo kill $(head -n 1 /tmp/unreadable.out)");
    }

    @Test
    @Order(16)
    void destroySalvagesTheWorkEvenIfTheProjectIsGone() throws Exception {
        run("echo precious > precious.txt");
        Path moved = project.folder().resolveSibling("elsewhere");
        Files.move(project.folder(), moved);
        DestroyResult destroyed = client().call(SandboxApi.DESTROY.at(id), new DestroySandbox(false));
        assertThat(destroyed.salvage()).isNotNull();
        TestProject repository = new TestProject(Path.of(destroyed.repository()));
        assertThat(repository.git("show", destroyed.salvage() + ":precious.txt"))
                .isEqualTo("precious");
        assertThat(client().call(SandboxApi.LIST)).isEmpty();
    }

    @Test
    @Order(17)
    void everyStepOfTheDemoSucceeds() throws Exception {
        List<DemoReport.DemoStep> told = new ArrayList<>();
        DemoReport report = new DemoRun(client(), AgentUnderTest.home().resolve("assets/sample"), told::add).run(false);
        assertThat(report.steps()).allMatch(DemoReport.DemoStep::ok);
        assertThat(report.ok()).isTrue();
        assertThat(report.acceleration()).isNotBlank();
        assertThat(report.steps().getLast().name()).isEqualTo("destroy");
        assertThat(client().call(SandboxApi.LIST))
                .noneMatch(sandbox -> sandbox.spec().name().equals("tally"));
    }

    private AgentClient client() {
        return agent.client();
    }

    private ExecResult exec(String script) throws AgentException, InterruptedException {
        return client().call(SandboxApi.EXEC.at(id), ExecCommand.of("/bin/sh", "-c", script));
    }

    private String run(String script) throws AgentException, InterruptedException {
        ExecResult result = exec(script);
        String out = text(result.stdout());
        assertThat(result.code())
                .as("%s: %s%s", script, out, text(result.stderr()))
                .isEqualTo(0);
        return out.stripTrailing();
    }

    private boolean runs(String script) {
        try {
            return Integer.valueOf(0).equals(exec(script).code());
        } catch (AgentException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void awaitState(SandboxState expected) throws Exception {
        Awaitility.await().atMost(Duration.ofSeconds(PATIENCE_SECONDS * 3)).until(() -> {
            Sandbox now = client().call(SandboxApi.GET.at(id));
            if (now.status().state() == SandboxState.ERROR) {
                throw new AssertionError("%s\n%s".formatted(now.status(), agent.words()));
            }
            return now.status().state() == expected;
        });
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        Awaitility.await().atMost(Duration.ofSeconds(PATIENCE_SECONDS)).until(condition::getAsBoolean);
    }

    private static int exits(List<Event> events, Set<String> seen) {
        return argumentsSeen(events, "count-", seen);
    }

    private static int argumentsSeen(List<Event> events, String start, Set<String> seen) {
        seen.clear();
        Set<String> open = new HashSet<>();
        Map<String, String> words = new java.util.HashMap<>();
        for (Event event : events) {
            if (event instanceof ProcEvent proc
                    && proc.op() == ProcOp.EXEC
                    && proc.argv().size() == 2
                    && proc.argv().get(1).startsWith(start)) {
                open.add(proc.pid() + " " + proc.start());
                words.put(proc.pid() + " " + proc.start(), proc.argv().get(1));
            }
            if (event instanceof ProcEvent proc
                    && proc.op() == ProcOp.EXIT
                    && open.remove(proc.pid() + " " + proc.start())) {
                seen.add(Objects.requireNonNull(words.get(proc.pid() + " " + proc.start())));
            }
        }
        return seen.size();
    }

    private static boolean numbersRise(List<Event> events) {
        return Stream.iterate(1, i -> i < events.size(), i -> i + 1)
                .allMatch(i -> events.get(i).seq() > events.get(i - 1).seq());
    }

    private static void type(RemoteTerminal terminal, String text) throws AgentException, InterruptedException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        terminal.send(bytes, 0, bytes.length);
    }

    private static TerminalListener collect(ByteArrayOutputStream out) {
        return new TerminalListener() {
            @Override
            public void output(byte[] bytes) {
                out.writeBytes(bytes);
            }

            @Override
            public void error(byte[] bytes) {
                out.writeBytes(bytes);
            }
        };
    }

    private static String text(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }

    private static AgentUnderTest agentUnderTest() {
        try {
            return new AgentUnderTest().withoutSharedTemplates().withWarmPool();
        } catch (IOException e) {
            throw new IllegalStateException("no folder for the test", e);
        }
    }
}
