package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.storage.AutomaticSnapshotSettings;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the requests about snapshots and comparisons, with their parameters, are carried out.
class SnapshotRoutesTest {
    @TempDir
    private Path folder;

    private ApiFixture api;

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder).running();
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private Snapshot taken(String name) throws Exception {
        HttpResponse<String> answer = api.post("/sandboxes/s1/snapshot", "{\"name\":\"" + name + "\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return ContractJson.readStrict(answer.body(), Snapshot.class);
    }

    private WorkspaceComparison compared(String path) throws Exception {
        HttpResponse<String> answer = api.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return ContractJson.readStrict(answer.body(), WorkspaceComparison.class);
    }

    @Test
    void aSnapshotIsTakenListedAndDeleted() throws Exception {
        Snapshot snapshot = taken("before");
        assertThat(snapshot.name()).isEqualTo("before");
        for (String list : List.of("/snapshots", "/sandboxes/s1/snapshots")) {
            assertThat(ContractJson.readList(api.get(list).body(), Snapshot.class))
                    .containsExactly(snapshot);
        }
        assertThat(api.delete("/snapshots/" + snapshot.id()).statusCode()).isEqualTo(204);
        assertThat(api.get("/snapshots").body()).isEqualTo("[]");
    }

    @Test
    void aSnapshotIsComparedWithItsSandboxByDefault() throws Exception {
        Snapshot first = taken("first");
        Snapshot second = taken("second");
        WorkspaceComparison since = compared("/snapshots/" + first.id() + "/diff");
        assertThat(since.from()).isEqualTo(first.id());
        assertThat(since.to()).isEqualTo(ApiFixture.ID);
        assertThat(compared("/snapshots/" + first.id() + "/diff?to=" + second.id())
                        .to())
                .isEqualTo(second.id());
        assertThat(api.get("/snapshots/none/diff").statusCode()).isEqualTo(400);
    }

    @Test
    void aComparedFileIsRequestedWithFullCommitIds() throws Exception {
        String file = "/snapshots/" + taken("before").id() + "/diff/file?";
        String base = "a".repeat(40);
        String tip = "b".repeat(40);
        HttpResponse<String> answer = api.get(file + "base=" + base + "&tip=" + tip + "&path=src/a%20b.c");
        assertThat(ContractJson.read(answer.body(), FileContents.class))
                .isEqualTo(new FileContents("src/a b.c", base, tip, null));
        for (String bad : List.of(
                "base=HEAD&tip=" + tip + "&path=a",
                "base=" + base + "&path=a",
                "base=" + base + "&tip=" + tip + "&path=../a")) {
            assertThat(api.get(file + bad).statusCode()).isEqualTo(400);
        }
    }

    @Test
    void theSettingsOfAutomaticSnapshotsAreChangedAndReset() throws Exception {
        assertThat(settings(api.get("/automatic-snapshots")).everyMinutes()).isEqualTo(10);
        assertThat(settings(put("/automatic-snapshots", "{\"everyMinutes\":30}"))
                        .everyMinutes())
                .isEqualTo(30);
        AutomaticSnapshotSettings own = settings(put("/sandboxes/s1/automatic-snapshots", "{\"on\":false,\"keep\":5}"));
        assertThat(own.everyMinutes()).isEqualTo(30);
        assertThat(own.keep()).isEqualTo(5);
        assertThat(own.own()).isTrue();
        assertThat(settings(api.get("/sandboxes/s1/automatic-snapshots"))).isEqualTo(own);
        assertThat(settings(api.delete("/sandboxes/s1/automatic-snapshots")).keep())
                .isEqualTo(3);
        assertThat(settings(api.delete("/automatic-snapshots")).everyMinutes()).isEqualTo(10);
        HttpResponse<String> wrong = put("/automatic-snapshots", "{\"keep\":1}");
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(wrong.body()).contains("snapshot.settings-invalid", "from 2 to 20");
    }

    @Test
    void aSnapshotOfTheUserIsKeptAnyhow() throws Exception {
        Snapshot snapshot = taken("before");
        HttpResponse<String> answer = api.post("/snapshots/before/keep", "");
        assertThat(ContractJson.readStrict(answer.body(), Snapshot.class)).isEqualTo(snapshot);
        assertThat(api.post("/snapshots/none/keep", "").statusCode()).isEqualTo(404);
    }

    private HttpResponse<String> put(String path, String body) throws Exception {
        return api.send(api.request(path).PUT(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static AutomaticSnapshotSettings settings(HttpResponse<String> answer) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return ContractJson.readStrict(answer.body(), AutomaticSnapshotSettings.class);
    }
}
