package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.view.settings.PeriodSetting;
import dev.belljar.contract.view.settings.SandboxSettings;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that the settings of a sandbox are read and changed over HTTP, and that bad requests change nothing.
class SettingsRoutesTest {
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
    void settingsAreChangedAndResetOneByOne() throws Exception {
        SandboxSettings set = ApiFixture.read(
                put("{\"memoryMiB\":300,\"idleMinutes\":0,\"networkMode\":\"open\"}"), 200, SandboxSettings.class);
        assertThat(set.machine()).isEqualTo(new MachineLimits(256, 1, 1024));
        assertThat(set.wanted()).isEqualTo(new MachineLimits(300, 1, 1024));
        assertThat(set.idle()).isEqualTo(new PeriodSetting(0, true, false));
        assertThat(set.networkMode()).isEqualTo(NetworkMode.OPEN);
        SandboxSettings reset = ApiFixture.read(put("{\"reset\":[\"memory\",\"idle\"]}"), 200, SandboxSettings.class);
        assertThat(reset.pending()).isEmpty();
        assertThat(reset.idle()).isEqualTo(new PeriodSetting(30, false, false));
        assertThat(ApiFixture.read(api.get("/sandboxes/s1/settings"), 200, SandboxSettings.class))
                .usingRecursiveComparison()
                .ignoringFields("most.diskMiB") // the free space of this computer, which other programs change
                .isEqualTo(reset);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "{\"memoryMib\":300}",
                "{\"memoryMiB\":\"300\"}",
                "{\"memoryMiB\":99999999}",
                "{\"diskMiB\":512}",
                "{\"processes\":-1}",
                "{\"reset\":[\"colour\"]}",
                "{\"memoryMiB\":300,\"reset\":[\"memory\"]}",
                "{\"networkMode\":\"wide\"}"
            })
    void aBadRequestChangesNothing(String body) throws Exception {
        HttpResponse<String> refused = put(body);
        assertThat(refused.statusCode()).isBetween(400, 499);
        assertThat(refused.body()).contains("expected");
        SandboxSettings now = ApiFixture.read(api.get("/sandboxes/shop/settings"), 200, SandboxSettings.class);
        assertThat(now.wanted()).isEqualTo(new MachineLimits(256, 1, 1024));
        api.assertUntouched();
    }

    @Test
    void anUnknownSandboxHasNoSettings() throws Exception {
        assertThat(api.get("/sandboxes/nobody/settings").statusCode()).isEqualTo(404);
    }

    private HttpResponse<String> put(String body) throws Exception {
        return api.send(api.request("/sandboxes/shop/settings")
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(body)));
    }
}
