package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.PushMode;
import dev.belljar.contract.view.work.GuestFiles;
import dev.belljar.contract.view.work.PushResult;
import dev.belljar.contract.view.work.PushState;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests pushes and copies of files over the API.
class FileRoutesTest {
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
    void aPushIsCarriedOut() throws Exception {
        api.running();
        String body = "{\"how\":\"merge\",\"autostash\":true,\"dryRun\":false}";
        PushResult result = ApiFixture.read(api.post("/sandboxes/shop/push", body), 200, PushResult.class);
        assertThat(result.state()).isEqualTo(PushState.MERGED);
        assertThat(api.host.workspace().pushed()).containsExactly(new PushCommits(PushMode.MERGE, true, false));
        // The status of the sync is that of the work after the push.
        assertThat(api.host.workspace().fetches()).isEqualTo(1);
        String events = api.get("/sandboxes/shop/events?follow=false").body();
        assertThat(events).contains("\"work\":\"pushed\"", "\"ref\":\"host/main\"");
    }

    @Test
    void aStoppedSandboxTakesNoCommitsAndHasNoFiles() throws Exception {
        String push = "{\"how\":\"merge\",\"autostash\":false,\"dryRun\":true}";
        assertThat(api.post("/sandboxes/shop/push", push).statusCode()).isEqualTo(409);
        assertThat(api.post("/sandboxes/shop/files/list", "{\"patterns\":[\"a\"]}")
                        .statusCode())
                .isEqualTo(409);
        assertThat(api.post("/sandboxes/shop/files/read", "{\"paths\":[\"a\"]}").statusCode())
                .isEqualTo(409);
        api.assertUntouched();
    }

    @Test
    void filesAreListedAndPrepared() throws Exception {
        api.running();
        GuestFiles files = ApiFixture.read(
                api.post("/sandboxes/shop/files/list", "{\"patterns\":[\"out\"]}"), 200, GuestFiles.class);
        assertThat(files.files()).extracting(file -> file.path()).containsExactly("out/app");
        assertThat(api.post("/sandboxes/shop/files/prepare", "{\"folder\":\"/workspace\",\"paths\":[\"a\"]}")
                        .statusCode())
                .isEqualTo(204);
    }

    @Test
    void anArchiveIsStreamed() throws Exception {
        api.running();
        HttpResponse<String> answer = api.post("/sandboxes/shop/files/read", "{\"paths\":[\"out/app\"]}");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/x-tar");
        assertThat(answer.body()).isEqualTo("archive of out/app");
    }

    @Test
    void anArchiveThatBreaksOffDoesNotEndLikeAWholeOne() throws Exception {
        api.running();
        HttpResponse<String> answer = api.post("/sandboxes/shop/files/read", "{\"paths\":[\"broken\"]}");
        assertThat(answer.body()).contains("guest.refused", "stopped sending the files");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[\"/etc/passwd\"]", "[\"../x\"]", "[\"a/../b\"]", "[\"\"]"})
    void onlyPathsInTheWorkspaceAreRead(String paths) throws Exception {
        api.running();
        assertThat(api.post("/sandboxes/shop/files/read", "{\"paths\":" + paths + "}")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void pathsThatDoNotFitIntoOneMessageAreRefused() throws Exception {
        api.running();
        StringBuilder paths = new StringBuilder("\"a\"");
        for (int i = 0; i < 600; i++) {
            paths.append(",\"").append("x".repeat(100)).append(i).append('"');
        }
        assertThat(api.post("/sandboxes/shop/files/read", "{\"paths\":[" + paths + "]}")
                        .statusCode())
                .isEqualTo(400);
    }
}
