package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import dev.belljar.contract.sync.SyncState;
import dev.belljar.contract.sync.SyncStatus;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that the requests about sync modes are carried out, and that bad ones change nothing.
class SyncModeRoutesTest {
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

    @Test
    void aSandboxIsManualUntilSomebodyChangesThat() throws Exception {
        assertThat(settings()).isEqualTo(SyncSettings.USUAL);
        SyncSettings idle = new SyncSettings(SyncMode.AUTO_IDLE, 60, true, false);
        HttpResponse<String> set = put("/sandboxes/shop/sync/settings", "{\"mode\":\"auto_idle\",\"idleSeconds\":60}");
        assertThat(ApiFixture.read(set, 200, SyncSettings.class)).isEqualTo(idle);
        assertThat(settings()).isEqualTo(idle);
        assertThat(status().settings()).isEqualTo(idle);
        assertThat(ApiFixture.read(api.delete("/sandboxes/s1/sync/settings"), 200, SyncSettings.class))
                .isEqualTo(SyncSettings.USUAL);
    }

    @Test
    void theStateIsReadWithoutASandboxThatRuns() throws Exception {
        assertThat(status().state()).isEqualTo(SyncState.UNKNOWN);
        assertThat(ContractJson.readList(api.get("/sync").body(), SyncStatus.class))
                .containsExactly(status());
        api.assertUntouched();
    }

    @Test
    void aProjectsSettingsApplyToItsSandboxes() throws Exception {
        Path project =
                Path.of(api.services.sandboxes().get(ApiFixture.ID).spec().project());
        String body = "{\"project\":\"%s\",\"mode\":\"auto_commit\",\"apply\":true}".formatted(project);
        SyncSettings all = new SyncSettings(SyncMode.AUTO_COMMIT, 30, true, true);
        assertThat(ApiFixture.read(put("/projects/sync", body), 200, SyncSettings.class))
                .isEqualTo(all);
        String query = "/projects/sync?project=" + URLEncoder.encode(project.toString(), StandardCharsets.UTF_8);
        assertThat(ApiFixture.read(api.get(query), 200, SyncSettings.class)).isEqualTo(all);
        assertThat(settings()).isEqualTo(new SyncSettings(SyncMode.AUTO_COMMIT, 30, false, true));
        assertThat(ApiFixture.read(api.delete(query), 200, SyncSettings.class))
                .isEqualTo(new SyncSettings(SyncMode.MANUAL, 30, false, true));
        assertThat(settings().mode()).isEqualTo(SyncMode.MANUAL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"mode\":\"always\"}",
                "{\"mode\":\"auto_idle\",\"idleSeconds\":0}",
                "{\"idleSeconds\":86401}",
                "{\"idleSeconds\":\"30\"}",
                "{\"mode\":\"manual\",\"apply\":true}",
                "{\"mode\":\"manual\",\"idleSeconds\":1.5}"
            })
    void whatIsNotPermittedChangesNothing(String body) throws Exception {
        assertThat(put("/sandboxes/s1/sync/settings", body).statusCode()).isIn(400, 422);
        assertThat(settings()).isEqualTo(SyncSettings.USUAL);
        api.assertUntouched();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"mode\":\"auto_commit\"}",
                "{\"project\":\"shop\",\"mode\":\"auto_commit\"}",
                "{\"project\":\"/no/such/folder\",\"mode\":\"auto_commit\"}",
                "{\"project\":\"/a\\u0000b\",\"mode\":\"auto_commit\"}"
            })
    void aProjectThatIsNoFolderIsRefused(String body) throws Exception {
        assertThat(put("/projects/sync", body).statusCode()).isIn(400, 422);
        api.assertUntouched();
    }

    private SyncSettings settings() throws Exception {
        return ApiFixture.read(api.get("/sandboxes/s1/sync/settings"), 200, SyncSettings.class);
    }

    private SyncStatus status() throws Exception {
        return ApiFixture.read(api.get("/sandboxes/s1/sync/status"), 200, SyncStatus.class);
    }

    private HttpResponse<String> put(String path, String body) throws Exception {
        return api.send(api.request(path).PUT(HttpRequest.BodyPublishers.ofString(body)));
    }
}
