package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.operation.ApiStream;
import dev.belljar.contract.view.network.CaptureFigures;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests packet captures: a stream, and counters that belong to its sandbox.
class CaptureRoutesTest {
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
    void theCountersOfACaptureBelongToItsSandbox() throws Exception {
        api.running();
        Path project = Files.createDirectories(folder.resolve("other"));
        assertThat(api.post("/sandboxes", "{\"path\":\"" + project + "\",\"start\":false}")
                        .statusCode())
                .isEqualTo(201);
        HttpResponse<InputStream> capture = api.http.send(
                api.request("/sandboxes/shop/network/pcap").build(), HttpResponse.BodyHandlers.ofInputStream());
        assertThat(capture.statusCode()).isEqualTo(200);
        String id = capture.headers().firstValue(ApiStream.CAPTURE_ID).orElseThrow();
        for (String sandbox : List.of("s1", "shop")) {
            HttpResponse<String> answer = api.get("/sandboxes/" + sandbox + "/network/pcap/" + id);
            assertThat(ContractJson.readStrict(answer.body(), CaptureFigures.class))
                    .isEqualTo(new CaptureFigures(id, 0, 0));
        }
        assertThat(api.get("/sandboxes/other/network/pcap/" + id).statusCode()).isEqualTo(404);
        assertThat(api.get("/sandboxes/shop/network/pcap/00000000").statusCode())
                .isEqualTo(404);
        api.host.stop(ApiFixture.ID);
        try (InputStream bytes = capture.body()) {
            assertThat(bytes.readAllBytes()).as("the header of a pcap").hasSize(24);
        }
        assertThat(api.delete("/sandboxes/s1").statusCode()).isEqualTo(200);
        assertThat(api.get("/sandboxes/s1/network/pcap/" + id).statusCode()).isEqualTo(200);
    }

    @Test
    void aMachineThatDoesNotRunHasNothingToCapture() throws Exception {
        HttpResponse<String> answer = api.get("/sandboxes/s1/network/pcap");
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("expected it to be running");
        assertThat(api.get("/sandboxes/nobody/network/pcap").statusCode()).isEqualTo(404);
    }
}
