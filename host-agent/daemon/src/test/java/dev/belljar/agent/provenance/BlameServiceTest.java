package dev.belljar.agent.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.guest.GuestEvent;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.provenance.version.FileFollower;
import dev.belljar.agent.sandbox.GuestPrograms;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sync.workspace.LocalGuest;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.ApprovalOutcome;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.work.ReadBlame;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.provenance.FileBlame;
import dev.belljar.contract.view.provenance.LineRange;
import dev.belljar.contract.view.provenance.LineRange.LineOrigin;
import dev.belljar.contract.view.provenance.LineWriter;
import dev.belljar.contract.view.provenance.PriorFlow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests blame from the observed events to the answer, with a real shell and tar as the guest.
class BlameServiceTest {
    private static final int SHELL = 100;
    private static final int AGENT = 200;
    private static final int CURL = 300;
    private static final int PRETTIER = 400;
    private static final int OTHER = 500;

    @TempDir
    private Path temp;

    @SuppressWarnings("NullAway.Init")
    private SandboxFixture host;

    @SuppressWarnings("NullAway.Init")
    private SandboxRuntime sandbox;

    @SuppressWarnings("NullAway.Init")
    private FileFollower follower;

    @SuppressWarnings("NullAway.Init")
    private Path workspace;

    private long number;

    @BeforeEach
    void start() throws Exception {
        host = new SandboxFixture(temp);
        workspace = Files.createDirectories(temp.resolve("guest/workspace"));
        LocalGuest guest = new LocalGuest(workspace, Files.createDirectories(temp.resolve("guest/home")));
        host.openers().guestRuns(new GuestPrograms() {
            @Override
            public GuestExec exec(ExecCommand command) throws GuestException, InterruptedException {
                return guest.exec(command);
            }

            @Override
            public GuestStream connect(int port) {
                throw new UnsupportedOperationException();
            }
        });
        sandbox = host.registry().find(host.running());
        follower = new FileFollower(host.registry(), InstantSource.system());
    }

    @AfterEach
    void stop() {
        host.close();
    }

    private void guest(Event event) throws Exception {
        host.openers().observer().events("boot", List.of(new GuestEvent(++number, event)));
    }

    private void process(int pid, int parent, int uid, String comm) throws Exception {
        guest(new ProcEvent(
                0,
                now(),
                ProcOp.EXEC,
                pid,
                parent,
                pid * 10L,
                uid,
                comm,
                "/bin/" + comm,
                List.of(comm, "-x"),
                "/workspace",
                null,
                null,
                0,
                false));
    }

    private void flow(int flow, int pid, String name, RuleLayer layer) {
        sandbox.observation()
                .seen(new NetEvent(
                        0,
                        now(),
                        NetOp.CLOSE,
                        flow,
                        pid,
                        "curl",
                        null,
                        "out",
                        "tcp",
                        "10.0.2.15:50" + flow,
                        "93.184.216.34:443",
                        name,
                        10,
                        10,
                        5_000,
                        1,
                        Verdict.ALLOWED,
                        "allow " + name,
                        null,
                        layer));
    }

    private void write(int pid, String comm, String text) throws Exception {
        Files.writeString(workspace.resolve("a.js"), text);
        guest(new FileEvent(0, now(), pid, pid * 10L, comm, FileOp.WRITE, "/workspace/a.js", null, text.length()));
        SandboxFixture.until(() -> follower.read(sandbox) > 0);
    }

    private static long now() {
        return System.currentTimeMillis();
    }

    private FileBlame blame(String text) throws Exception {
        host.workspace().contains(text);
        EventIndex index = host.dependencies().records().index();
        return new BlameService(index, host.workspace(), follower, RecordedWrites.of(index))
                .blame(sandbox, new ReadBlame("a.js", null));
    }

    private static @Nullable LineWriter writer(FileBlame blame, int line) {
        for (LineRange range : blame.ranges()) {
            if (range.first() <= line
                    && line <= range.last()
                    && !range.writers().isEmpty()) {
                return blame.writers().get(range.writers().getFirst());
            }
        }
        return null;
    }

    @Test
    void twelveLinesAreTheAgentsAndTwoPrettiers() throws Exception {
        process(SHELL, 1, 1000, "bash");
        process(AGENT, SHELL, 1000, "agent");
        process(CURL, AGENT, 1000, "curl");
        process(OTHER, 1, 0, "apt");
        sandbox.observation().asked(granted("q1", "example.org"));
        flow(1, CURL, "example.org", RuleLayer.SANDBOX);
        flow(2, CURL, "registry.org", RuleLayer.REGISTRIES);
        flow(3, OTHER, "debian.org", RuleLayer.REGISTRIES);
        String before =
                IntStream.rangeClosed(1, 14).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
        write(AGENT, "agent", before);
        process(PRETTIER, SHELL, 1000, "prettier");
        String after = before.replace("line 4\n", "line 4;\n").replace("line 11\n", "line 11;\n");
        write(PRETTIER, "prettier", after);

        FileBlame blame = blame(after);
        assertThat(blame.followed()).isTrue();
        assertThat(blame.notes()).isEmpty();
        assertThat(blame.ranges()).allMatch(range -> range.origin() == LineOrigin.PROCESS && range.certain());
        List<String> names = IntStream.rangeClosed(1, 14)
                .mapToObj(line -> String.valueOf(writer(blame, line)).replaceFirst(".*comm=(\\w+),.*", "$1"))
                .toList();
        assertThat(names.stream().filter("agent"::equals)).hasSize(12);
        assertThat(names.get(3)).isEqualTo("prettier");
        assertThat(names.get(10)).isEqualTo("prettier");

        LineWriter agent = blame.writers().getFirst();
        assertThat(agent.ancestry()).extracting(ProcessRow::comm).containsExactly("bash", "agent");
        assertThat(agent.flows()).extracting(PriorFlow::name).containsExactlyInAnyOrder("example.org", "registry.org");
        assertThat(agent.flows())
                .filteredOn(each -> each.name().equals("example.org"))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.approval()).isEqualTo("q1");
                    assertThat(each.down()).isEqualTo(5_000);
                    assertThat(each.pid()).isEqualTo(CURL);
                });
        assertThat(agent.flows())
                .filteredOn(each -> each.name().equals("registry.org"))
                .extracting(PriorFlow::approval)
                .containsOnlyNulls();
    }

    private ApprovalEvent granted(String id, String name) {
        return new ApprovalEvent(
                0,
                now(),
                "answered",
                id,
                "tcp",
                name,
                null,
                443,
                "curl",
                Verdict.ALLOWED,
                RuleScope.SANDBOX,
                "allow " + name,
                sandbox.id(),
                null,
                ApprovalOutcome.ALLOWED,
                ApprovalEvent.DecidedBy.USER);
    }

    @Test
    void aFileThatWasNotFollowedIsNotRecorded() throws Exception {
        FileBlame blame = blame("one\ntwo\n");
        assertThat(blame.followed()).isFalse();
        assertThat(blame.ranges())
                .containsExactly(new LineRange(1, 2, LineOrigin.NOT_RECORDED, null, List.of(), false));
    }

    @Test
    void theNextTestRunAfterTheWriteIsKnown() throws Exception {
        process(AGENT, 1, 1000, "agent");
        process(CURL, AGENT, 1000, "pytest");
        write(AGENT, "agent", "x\n");
        process(OTHER, AGENT, 1000, "pytest");
        guest(new ProcEvent(
                0,
                now(),
                ProcOp.EXIT,
                OTHER,
                AGENT,
                OTHER * 10L,
                1000,
                "pytest",
                null,
                List.of(),
                null,
                1,
                null,
                0,
                false));
        process(PRETTIER, AGENT, 1000, "pytest");
        ProcessRow tests = blame("x\n").writers().getFirst().tests();
        assertThat(tests).isNotNull();
        assertThat(tests.pid()).isEqualTo(OTHER);
        assertThat(tests.code()).isEqualTo(1);
    }

    /// The index has the writes to a file whose content was not read.
    @Test
    void theWritersOfAFileThatWasNotFollowedAreKnown() throws Exception {
        process(AGENT, 1, 1000, "agent");
        guest(new FileEvent(0, now(), AGENT, AGENT * 10L, "agent", FileOp.WRITE, "/workspace/a.js", null, 4));
        guest(new FileEvent(
                0, now(), OTHER, OTHER * 10L, "mv", FileOp.RENAME, "/workspace/a.js", "/workspace/b.js", -1));
        FileBlame blame = blame("one\n");
        assertThat(blame.ranges()).singleElement().satisfies(range -> {
            assertThat(range.origin()).isEqualTo(LineOrigin.NOT_RECORDED);
            assertThat(range.certain()).isFalse();
        });
        assertThat(blame.writers()).extracting(LineWriter::comm).containsExactly("agent");
    }

    @Test
    void aFileOfManyLinesIsRefusedInWords() throws Exception {
        FileBlame blame = blame("\n".repeat(100_001));
        assertThat(blame.ranges()).isEmpty();
        assertThat(blame.notes()).containsExactly("The file has more than 100,000 lines.");
    }

    /// A process whose parents are a circle, and flows of processes that nobody observed.
    @Test
    void lyingEventsEndInAnAnswer() throws Exception {
        process(SHELL, AGENT, 1000, "bash");
        process(AGENT, SHELL, 1000, "agent");
        process(SHELL, AGENT, 1000, "bash");
        flow(1, 99_999, "example.org", RuleLayer.SANDBOX);
        write(AGENT, "agent", "x\n");
        FileBlame blame = blame("x\n");
        assertThat(blame.writers()).hasSize(1);
        assertThat(blame.writers().getFirst().ancestry()).hasSizeLessThan(40);
        assertThat(blame.writers().getFirst().flows()).isEmpty();
    }
}
