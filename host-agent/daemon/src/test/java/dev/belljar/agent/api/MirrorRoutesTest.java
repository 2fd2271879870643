package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.network.HostMirror;
import dev.belljar.contract.view.network.MirrorChange;
import dev.belljar.contract.view.network.MirrorList;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the requests about mirrors, and that running guests are told of a choice.
class MirrorRoutesTest {
    @TempDir
    private Path folder;

    private ApiFixture api;

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder);
        // The fixture's home folder.
        Files.writeString(
                folder.resolve("data/.npmrc"),
                "registry=https://npm.corp.example/\n//npm.corp.example/:_authToken=real-token\n");
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void aChoiceReachesRunningGuestsAndIsWithdrawn() throws Exception {
        api.running();
        MirrorList list = ApiFixture.read(api.get("/mirrors"), 200, MirrorList.class);
        HostMirror npm = list.mirrors().stream()
                .filter(each -> each.url().equals("https://npm.corp.example/"))
                .findFirst()
                .orElseThrow();
        assertThat(npm.chosen()).isFalse();
        String body = "{\"mirrors\":[\"%s\"]}".formatted(npm.id());
        MirrorChange used = ApiFixture.read(api.post("/mirrors/use", body), 200, MirrorChange.class);
        assertThat(used.changed()).extracting(HostMirror::id).containsExactly(npm.id());
        assertThat(used.sandboxes()).hasSize(1);
        assertThat(variable()).isEqualTo("/usr/local/share/belljar/npmrc");
        assertThat(api.get("/secrets").body()).contains("npm.corp.example").doesNotContain("real-token");
        MirrorChange forgotten = ApiFixture.read(api.post("/mirrors/forget", body), 200, MirrorChange.class);
        assertThat(forgotten.mirrors()).noneMatch(HostMirror::chosen);
        assertThat(variable()).isNull();
        assertThat(api.get("/secrets").body()).doesNotContain("npm.corp.example");
    }

    /// What a program that is started now reads as npm's global file.
    private @Nullable String variable() throws Exception {
        assertThat(api.post("/sandboxes/s1/exec", "{\"argv\":[\"true\"]}").statusCode())
                .isEqualTo(200);
        return api.guest.commands.remove().env().get("NPM_CONFIG_GLOBALCONFIG");
    }

    @Test
    void whatDoesNotExistIsRefused() throws Exception {
        assertThat(api.post("/mirrors/use", "{\"mirrors\":[\"cargo\"]}").statusCode())
                .isEqualTo(404);
        assertThat(api.post("/mirrors/forget", "{\"mirrors\":[\"npm\"]}").body())
                .contains("mirror.none");
        assertThat(api.post("/mirrors/use", "{\"mirrors\":[]}").body()).contains("expected an id");
        api.assertUntouched();
    }
}
