package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.api.http.RequestReader;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.audit.ReceiptVerdict;
import dev.belljar.contract.audit.ReceiptVerifier;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.network.FlowTable;
import dev.belljar.contract.view.process.ProcessTable;
import dev.belljar.contract.view.process.RunReport;
import dev.belljar.contract.view.provenance.FileBlame;
import dev.belljar.contract.view.provenance.LineRange;
import dev.belljar.contract.view.session.ExecResult;
import dev.belljar.contract.view.storage.DestroyResult;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SandboxWork;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the requests about sandboxes, with their parameters, are carried out.
@Tag("slow")
class SandboxRoutesTest {
    @TempDir
    private Path folder;

    private ApiFixture api;

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private void await(SandboxState state) throws Exception {
        SandboxFixture.until(() -> api.host.state(ApiFixture.ID) == state);
    }

    @Test
    void aSandboxIsCreatedAndListed() throws Exception {
        Path project = Files.createDirectories(folder.resolve("other"));
        HttpResponse<String> answer = api.post("/sandboxes", "{\"path\":\"" + project + "\",\"start\":true}");
        Sandbox made = ApiFixture.read(answer, 201, Sandbox.class);
        assertThat(answer.headers().firstValue("Location")).hasValue("/sandboxes/" + made.id());
        assertThat(made.spec().name()).isEqualTo("other");
        assertThat(made.spec().project()).isEqualTo(project.toString());
        SandboxFixture.until(() -> api.host.state(made.id()) == SandboxState.RUNNING);
        HttpResponse<String> all = api.get("/sandboxes");
        assertThat(all.statusCode()).isEqualTo(200);
        assertThat(all.body()).startsWith("[{\"id\":\"s1\"");
        assertThat(ContractJson.readList(all.body(), Sandbox.class))
                .extracting(Sandbox::id)
                .containsExactly(ApiFixture.ID, made.id());
    }

    @Test
    void aSandboxIsFoundByItsNameAndId() throws Exception {
        assertThat(ApiFixture.read(api.get("/sandboxes/shop"), 200, Sandbox.class)
                        .id())
                .isEqualTo(ApiFixture.ID);
        assertThat(ApiFixture.read(api.get("/sandboxes/s1"), 200, Sandbox.class).id())
                .isEqualTo(ApiFixture.ID);
    }

    @Test
    void startAndStopAreAnsweredAtOnce() throws Exception {
        CountDownLatch delivered = new CountDownLatch(1);
        api.host.workspace().whileDelivering(() -> await(delivered));
        Sandbox starting = ApiFixture.read(api.post("/sandboxes/s1/start", ""), 202, Sandbox.class);
        assertThat(starting.status().state()).isEqualTo(SandboxState.STARTING);
        delivered.countDown();
        await(SandboxState.RUNNING);
        CountDownLatch saved = new CountDownLatch(1);
        api.host.workspace().onceWhileSaving(() -> await(saved));
        Sandbox stopping = ApiFixture.read(api.post("/sandboxes/s1/stop", ""), 202, Sandbox.class);
        assertThat(stopping.status().state()).isEqualTo(SandboxState.STOPPING);
        HttpResponse<String> early = api.post("/sandboxes/s1/start", "");
        assertThat(early.statusCode()).isEqualTo(409);
        assertThat(early.body()).contains("`start` is not allowed while sandbox shop is stopping");
        saved.countDown();
        await(SandboxState.STOPPED);
        assertThat(api.services.sandboxes().get("s1").tier()).isNull();
        assertThat(api.host.driver().machine().killed()).isFalse();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aStopHibernatesOrEndsTheMachineAtOnceOnRequest() throws Exception {
        api.running();
        assertThat(api.post("/sandboxes/s1/stop?hibernate=true&now=true", "").statusCode())
                .isEqualTo(400);
        assertThat(api.post("/sandboxes/s1/stop?hibernate=true", "").statusCode())
                .isEqualTo(202);
        await(SandboxState.STOPPED);
        assertThat(api.services.sandboxes().get("s1").tier()).isEqualTo(StorageTier.HOT);
        api.running();
        assertThat(api.post("/sandboxes/s1/stop?now=true", "").statusCode()).isEqualTo(202);
        await(SandboxState.STOPPED);
        assertThat(api.host.driver().machine().killed()).isTrue();
    }

    @Test
    void aDestroyedSandboxIsInTheTrash() throws Exception {
        api.running();
        DestroyResult destroyed = ApiFixture.read(api.delete("/sandboxes/s1"), 200, DestroyResult.class);
        assertThat(destroyed.id()).isEqualTo(ApiFixture.ID);
        assertThat(destroyed.salvage()).isEqualTo("refs/sandbox/salvage/s1");
        assertThat(api.get("/sandboxes").body()).isEqualTo("[]");
        assertThat(api.services.storage().trash().trash("s1").name()).isEqualTo("shop");
    }

    @Test
    void aSandboxIsDestroyedWithoutItsWorkOnRequest() throws Exception {
        api.running();
        DestroyResult destroyed = ApiFixture.read(api.delete("/sandboxes/s1?now=true"), 200, DestroyResult.class);
        assertThat(destroyed.salvage()).isNull();
    }

    @Test
    void aCommandRunsToItsEnd() throws Exception {
        api.running();
        ExecResult result = ApiFixture.read(
                api.post("/sandboxes/s1/exec", "{\"argv\":[\"err\",\"oh no\"]}"), 200, ExecResult.class);
        assertThat(result.code()).isEqualTo(3);
        assertThat(api.guest.commands.remove().argv()).containsExactly("err", "oh no");
    }

    @Test
    void theRequestedNumberOfEndedProcessesIsListed() throws Exception {
        for (int pid = 1; pid <= 210; pid++) {
            api.journal.append(new ProcEvent(
                    0, pid, ProcOp.EXIT, pid, 1, pid, 0, "make", null, List.of(), null, 0, null, 0, false));
        }
        assertThat(ApiFixture.read(api.get("/sandboxes/s1/processes?finished=7"), 200, ProcessTable.class)
                        .rows())
                .hasSize(7);
        ProcessTable usual = ApiFixture.read(api.get("/sandboxes/s1/processes"), 200, ProcessTable.class);
        assertThat(usual.rows()).hasSize(200);
        assertThat(usual.total()).isEqualTo(210);
    }

    @Test
    void theRequestedNumberOfFlowsIsListed() throws Exception {
        for (int flow = 1; flow <= 5; flow++) {
            api.journal.append(flow(flow));
        }
        SandboxFixture.until(
                () -> api.services.queries().flows("s1", 10).flows().size() == 5);
        FlowTable table = ApiFixture.read(api.get("/sandboxes/s1/network/log?most=3"), 200, FlowTable.class);
        assertThat(table.flows()).extracting(FlowRow::flow).containsExactly(5L, 4L, 3L);
        assertThat(table.total()).isEqualTo(5);
        long third = table.flows().getLast().started();
        FlowTable past =
                ApiFixture.read(api.get("/sandboxes/s1/network/log?most=2&until=" + third), 200, FlowTable.class);
        assertThat(past.flows()).extracting(FlowRow::flow).containsExactly(3L, 2L);
        assertThat(past.total()).isEqualTo(3);
        assertThat(api.get("/sandboxes/s1/network/log?until=-1").statusCode()).isEqualTo(400);
    }

    private static NetEvent flow(int number) {
        return new NetEvent(
                0,
                number,
                NetOp.OPEN,
                number,
                7,
                "out",
                "tcp",
                "10.0.2.15:5000",
                "93.184.216.34:443",
                "a.org",
                0,
                0,
                0,
                1,
                Verdict.ALLOWED,
                "allow a.org");
    }

    @Test
    void workIsFetchedAgainOnlyOnRequest() throws Exception {
        api.running();
        SandboxWork work = ApiFixture.read(api.get("/sandboxes/s1/work"), 200, SandboxWork.class);
        assertThat(work.plan().target()).isEqualTo("belljar/shop");
        assertThat(ApiFixture.read(api.get("/sandboxes/s1/work?fetch=false"), 200, SandboxWork.class))
                .isEqualTo(work);
        assertThat(api.host.workspace().fetches()).isEqualTo(1);
        assertThat(api.get("/sandboxes/s1/work?fetch=true").statusCode()).isEqualTo(200);
        assertThat(api.host.workspace().fetches()).isEqualTo(2);
        FileDiff diff = ApiFixture.read(api.get("/sandboxes/s1/fs/diff"), 200, FileDiff.class);
        assertThat(diff).isEqualTo(work.changes());
        assertThat(api.host.workspace().fetches()).isEqualTo(3);
        assertThat(ApiFixture.read(api.post("/sandboxes/s1/sync", ""), 200, SyncPlan.class))
                .isEqualTo(work.plan());
        assertThat(api.host.workspace().fetches()).isEqualTo(4);
    }

    @Test
    void aChangedFileIsReadByItsPath() throws Exception {
        HttpResponse<String> answer = api.get("/sandboxes/s1/fs/diff/file?path=src/a%20b.c");
        assertThat(ApiFixture.read(answer, 200, FileContents.class))
                .isEqualTo(new FileContents("src/a b.c", null, "new", null));
        assertThat(api.host.workspace().read()).containsExactly("src/a b.c");
    }

    @Test
    void reviewedWorkIsAccepted() throws Exception {
        HttpResponse<String> answer =
                api.post("/sandboxes/s1/sync/accept", "{\"commit\":\"abc\",\"allowed\":[\"Makefile\"]}");
        assertThat(ApiFixture.read(answer, 200, SyncResult.class))
                .isEqualTo(new SyncResult("belljar/shop", "abc", 1, List.of()));
        assertThat(api.host.workspace().accepted()).containsExactly(new AcceptSync("abc", List.of("Makefile")));
    }

    @Test
    void aSelectionMayLeaveOutAllFilesOfALargeReview() throws Exception {
        List<SkippedChange> skipped = IntStream.range(0, 20_000)
                .mapToObj(i -> new SkippedChange("ab".repeat(20), "p".repeat(200) + i, List.of()))
                .toList();
        AcceptSync request = new AcceptSync("abc", List.of(), skipped, null, null, null, false);
        String body = ContractJson.line(request);
        assertThat(body.length()).isBetween(5 << 20, RequestReader.MOST_SELECTION);
        SyncResult _ = ApiFixture.read(api.post("/sandboxes/s1/sync/accept", body), 200, SyncResult.class);
        assertThat(api.host.workspace().accepted()).containsExactly(request);
    }

    @Test
    void aSyncLeavesAReceiptThatTheAuditLogRecords() throws Exception {
        String commit = "ab".repeat(20);
        HttpResponse<String> answer =
                api.post("/sandboxes/s1/sync/accept", "{\"commit\":\"" + commit + "\",\"allowed\":[]}");
        SyncResult _ = ApiFixture.read(answer, 200, SyncResult.class);
        String note = api.host.workspace().noted().getFirst();
        ReceiptVerdict verdict =
                ReceiptVerifier.verify(commit, note, api.host.folders().data().resolve("audit"));
        assertThat(verdict.valid()).as(String.valueOf(verdict.problem())).isTrue();
        assertThat(verdict.receipt()).isNotNull();
        assertThat(note).contains("\"branch\":\"belljar/shop\"").doesNotContain("\n");
    }

    @Test
    void theWritersOfAFileAreListed() throws Exception {
        FileBlame blame = ApiFixture.read(api.get("/sandboxes/s1/blame?path=src/a.js"), 200, FileBlame.class);
        assertThat(blame.text()).isEqualTo("new");
        assertThat(blame.ranges()).extracting(LineRange::origin).containsExactly(LineRange.LineOrigin.NOT_RECORDED);
        assertThat(api.host.workspace().read()).containsExactly("src/a.js");
        for (String wrong : List.of("", "?path=", "?path=/etc/passwd", "?path=a/../b", "?path=a&x=1")) {
            assertThat(api.get("/sandboxes/s1/blame" + wrong).statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
        assertThat(api.get("/sandboxes/none/blame?path=a").statusCode()).isEqualTo(404);
    }

    @Test
    void aRunIsReported() throws Exception {
        api.running();
        RunReport report = ApiFixture.read(api.get("/sandboxes/s1/report"), 200, RunReport.class);
        assertThat(report.sandbox().id()).isEqualTo(ApiFixture.ID);
        assertThat(report.counts()).containsKey("state");
        assertThat(report.history()).isNotEmpty();
    }
}
