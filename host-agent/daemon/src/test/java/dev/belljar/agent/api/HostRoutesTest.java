package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.host.ImageStatus;
import dev.belljar.contract.view.host.ImagesPruned;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that the requests about this host are carried out.
class HostRoutesTest {
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
    void theStateOfTheHostIsReturned() throws Exception {
        api.running();
        HttpResponse<String> answer = api.get("/host");
        assertThat(answer.statusCode()).isEqualTo(200);
        HostStatus host = ContractJson.readStrict(answer.body(), HostStatus.class);
        assertThat(host.running()).isEqualTo(1);
        assertThat(host.checks().getFirst().name()).isEqualTo("API");
        assertThat(host.lastSeq()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"/image,202,build", "/image/cancel,200,cancel", "/image/refresh,202,refresh", "/image/check,200,check"})
    void theImageIsBuiltOnRequest(String path, int status, String asked) throws Exception {
        HttpResponse<String> answer = api.post(path, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(ContractJson.readStrict(answer.body(), ImageStatus.class).key())
                .isEqualTo("one");
        assertThat(api.host.images().asked()).containsExactly(asked);
    }

    @Test
    void unusedImagesAreDeleted() throws Exception {
        HttpResponse<String> answer = api.post("/image/prune", "");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(ContractJson.readStrict(answer.body(), ImagesPruned.class))
                .isEqualTo(new ImagesPruned(List.of("k0"), 7));
        assertThat(api.host.images().asked()).containsExactly("prune");
    }

    @Test
    void theRebuiltIndexIsAnsweredWithoutABody() throws Exception {
        HttpResponse<String> answer = api.post("/index/rebuild", "");
        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(answer.body()).isEmpty();
        assertThat(api.get("/sandboxes/s1").statusCode()).isEqualTo(200);
    }
}
