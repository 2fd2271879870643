package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.api.http.RequestReader;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.operation.ApiVersion;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.host.AgentAddress;
import dev.belljar.contract.view.host.AgentHealth;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests responses and problem documents, and which requests are refused.
@Tag("slow")
class ApiServerTest {
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/sandboxes/s1/policy/rules|{}",
                "/sandboxes/s1/policy/rules|{\"rules\":\"allow a.org\"}",
                "/sandboxes/s1/policy/import|{}",
                "/sandboxes/s1/policy/preset|{\"preset\":\"wide\"}",
                "/sandboxes/s1/policy/proposal/adopt|{}",
                "/approvals/q1|{}",
                "/approvals/q1|{\"action\":\"maybe\"}",
                "/sandboxes/s1/ssh-keys|{}",
                "/sandboxes/s1/ssh-keys|{\"key\":\"k\",\"options\":\"no-pty\"}",
            })
    void invalidPolicyAndKeyRequestsAreRefused(String path, String body) throws Exception {
        assertThat(api.post(path, body).statusCode()).isEqualTo(400);
        api.assertUntouched();
    }

    @Test
    void healthDetailsNeedTheToken() throws Exception {
        AgentHealth health = ContractJson.readStrict(api.get("/health").body(), AgentHealth.class);
        assertThat(health.pid()).isEqualTo(ProcessHandle.current().pid());
        HttpResponse<String> open = api.send(HttpRequest.newBuilder(api.uri("/health")));
        assertThat(open.statusCode()).isEqualTo(200);
        assertThat(ContractJson.readMap(open.body())).isEqualTo(Map.of("ok", true));
    }

    @Test
    void theAddressFileNamesThePortWhileTheServerRuns() throws Exception {
        Path file = folder.resolve("agent.json");
        AgentAddress address = ContractJson.readStrict(Files.readString(file), AgentAddress.class);
        assertThat(address)
                .isEqualTo(new AgentAddress(
                        api.port(),
                        ProcessHandle.current().pid(),
                        "9.9.9",
                        folder.resolve("api.sock").toString()));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        api.server.close();
        assertThat(file).doesNotExist();
    }

    @Test
    void theAddressFileOfAnotherServerIsLeftAlone() throws Exception {
        Path file = folder.resolve("agent.json");
        String other = ContractJson.line(new AgentAddress(1, 2, "other", "elsewhere"));
        Files.writeString(file, other);
        api.server.close();
        assertThat(file).hasContent(other);
    }

    @Test
    void shutdownIsAnsweredAndThenCalled() throws Exception {
        assertThat(api.post("/shutdown", "").statusCode()).isEqualTo(202);
        assertThat(api.shutdown.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void anOperationThatTheStateDoesNotAllowIsRefusedBeforeItIsCarriedOut() throws Exception {
        HttpResponse<String> answer = api.post("/sandboxes/s1/exec", "{\"argv\":[\"true\"]}");
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body())
                .contains("sandbox.wrong-state", "sandbox shop is created: expected it to be starting or running");
        HttpResponse<String> stop = api.post("/sandboxes/shop/stop", "");
        assertThat(stop.statusCode()).isEqualTo(409);
        assertThat(stop.body()).contains("`stop` is not allowed while sandbox shop is created");
        api.assertUntouched();
        assertThat(api.post("/sandboxes/nobody/exec", "{\"argv\":[\"true\"]}").statusCode())
                .isEqualTo(404);
    }

    @Test
    void aRefusalIsAProblemDocumentWithItsCodeAndHint() throws Exception {
        HttpResponse<String> answer = api.get("/sandboxes/nobody");
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        Problem problem = ContractJson.readStrict(answer.body(), Problem.class);
        assertThat(problem.code()).isEqualTo("sandbox.not-found");
        assertThat(problem.type()).isEqualTo("belljar:sandbox.not-found");
        assertThat(problem.detail()).contains("nobody");
        assertThat(problem.hint()).isEqualTo("`belljar list` shows all sandboxes.");
    }

    @Test
    void anInternalErrorShowsOnlyALogId() throws Exception {
        api.running();
        HttpResponse<String> answer = api.post("/sandboxes/s1/exec", "{\"argv\":[\"bug\"]}");
        assertThat(answer.statusCode()).isEqualTo(500);
        Problem problem = ContractJson.readStrict(answer.body(), Problem.class);
        assertThat(problem.code()).isEqualTo("internal.error");
        assertThat(problem.detail()).containsPattern("log id [0-9a-f]{8}").doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"path\":",
                "[]",
                "null",
                "",
                "{\"path\":\"/p\",\"memory\":5}",
                "{\"path\":\"/p\",\"cpus\":\"many\"}"
            })
    void anInvalidBodyIsRefused(String body) throws Exception {
        HttpResponse<String> answer = api.post("/sandboxes", body);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(ContractJson.read(answer.body(), Problem.class).code()).isEqualTo("request.invalid");
        api.assertUntouched();
    }

    @Test
    void anOversizedBodyIsRefusedWithOrWithoutALength() throws Exception {
        int most = RequestReader.MOST_BODY;
        assertThat(refused("/sandboxes", "Content-Length: " + (most + 11), new byte[0]))
                .contains("request.too-large");
        String selection = "Content-Length: " + (RequestReader.MOST_SELECTION + 11);
        assertThat(refused("/sandboxes/s1/sync/accept", selection, new byte[0])).contains("request.too-large");
        byte[] size = (Integer.toHexString(most + 1) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] chunk = Arrays.copyOf(size, size.length + most + 1);
        Arrays.fill(chunk, size.length, chunk.length, (byte) ' ');
        assertThat(refused("/sandboxes", "Transfer-Encoding: chunked", chunk)).contains("request.too-large");
        api.assertUntouched();
    }

    /// Sends only bytes that the server reads before it responds: unread bytes would reset the connection before
    /// the response is read.
    private String refused(String path, String length, byte[] body) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", api.port())) {
            socket.setSoTimeout(60_000);
            String head = "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + api.port() + "\r\nAuthorization: Bearer "
                    + api.token + "\r\n" + length + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body);
            StringBuilder answer = new StringBuilder();
            while (answer.indexOf("}") < 0) {
                int value = socket.getInputStream().read();
                assertThat(value).as("%s", answer).isNotNegative();
                answer.append((char) value);
            }
            assertThat(answer).startsWith("HTTP/1.1 413");
            return answer.toString();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/sandboxes/s1/processes?finished=-1",
                "/sandboxes/s1/processes?finished=99999999999999999999",
                "/sandboxes/s1/network/log?most=zero",
                "/sandboxes/s1/events?type=proc,nonsense",
                "/sandboxes/s1/events?after=-3",
                "/sandboxes/s1/events?follow=maybe",
                "/sandboxes/s1/fs/diff/file",
                "/sandboxes/s1/fs/diff/file?path=/etc/passwd",
                "/sandboxes/s1/fs/diff/file?path=../../etc/passwd",
                "/sandboxes/s1/fs/diff/file?path=a/../../b",
                "/sandboxes/s1/fs/diff/file?path=a%00b"
            })
    void aParameterOutOfBoundsIsRefused(String path) throws Exception {
        HttpResponse<String> answer = api.get(path);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(ContractJson.read(answer.body(), Problem.class).code()).isEqualTo("request.invalid");
        api.assertUntouched();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/sandboxes/%2e%2e",
                "/sandboxes/..%2f..%2fetc",
                "/sandboxes/s1%2f..%2fs2",
                "/sandboxes/a%5cb",
                "/sandboxes/%00",
                "/sandboxes/%0d%0aX:1"
            })
    void aPathWithEncodedSeparatorsReachesNoService(String path) throws Exception {
        HttpResponse<String> answer = api.get(path);
        assertThat(answer.statusCode()).isIn(400, 404);
        assertThat(ContractJson.read(answer.body(), Problem.class).code()).startsWith("request.");
    }

    @Test
    void anUnknownRouteIsAProblemToo() throws Exception {
        HttpResponse<String> answer = api.get("/nowhere");
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(ContractJson.read(answer.body(), Problem.class).code()).isEqualTo("request.no-route");
    }

    @ParameterizedTest
    @CsvSource({
        "POST,    /host,                GET",
        "DELETE,  /host,                GET",
        "OPTIONS, /host,                GET",
        "PATCH,   /sandboxes/s1,        'DELETE, GET'",
        "PUT,     /sandboxes,           'GET, POST'",
        "GET,     /sandboxes/s1/start,  POST",
        "POST,    /sandboxes/s1/events, GET",
        "POST,    /openapi.json,        GET",
        "POST,    /health,              GET"
    })
    void aWrongMethodIsAProblemThatNamesTheAllowedOnes(String method, String path, String allowed) throws Exception {
        HttpResponse<String> answer = api.send(api.request(path).method(method, HttpRequest.BodyPublishers.noBody()));
        Problem problem = ApiFixture.read(answer, 405, Problem.class);
        assertThat(problem.code()).isEqualTo("request.wrong-method");
        assertThat(problem.detail()).contains(method, path, allowed.replace(", ", " or "));
        assertThat(answer.headers().firstValue("Allow")).hasValue(allowed);
        api.assertUntouched();
    }

    /// A response to HEAD has no body.
    @ParameterizedTest
    @ValueSource(strings = {"/host", "/sandboxes/nobody", "/sandboxes/s1/events"})
    void headIsAWrongMethod(String path) throws Exception {
        HttpResponse<String> answer = api.send(api.request(path).HEAD());
        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow").orElseThrow()).contains("GET");
    }

    @Test
    void belljarsOwnProgramsGetNoAdviceForProgrammers() throws Exception {
        String path = "/sandboxes/s1/processes?finished=-1";
        assertThat(hint(api.request(path))).isEqualTo("GET /openapi.json describes the expected request.");
        assertThat(hint(api.request(path).header(ApiVersion.HEADER, Integer.toString(ApiVersion.CURRENT))))
                .isNull();
    }

    @Test
    void everyResponseCarriesTheVersionOfTheApi() throws Exception {
        for (String path : List.of("/health", "/sandboxes/nobody", "/nowhere")) {
            assertThat(api.get(path).headers().firstValue(ApiVersion.HEADER))
                    .hasValue(Integer.toString(ApiVersion.CURRENT));
        }
    }

    /// A client that sends its version says itself which side is older.
    @Test
    void aClientThatSendsNoVersionIsToldToUpdate() throws Exception {
        assertThat(hint(api.request("/nowhere"))).contains("older than the host agent: close it, update it");
        for (int version : List.of(ApiVersion.CURRENT, ApiVersion.CURRENT - 1)) {
            assertThat(hint(api.request("/nowhere").header(ApiVersion.HEADER, Integer.toString(version))))
                    .isEqualTo("GET /openapi.json lists all endpoints.");
        }
    }

    private @Nullable String hint(HttpRequest.Builder request) throws Exception {
        return ContractJson.read(api.send(request.GET()).body(), Problem.class).hint();
    }

    @Test
    void aCommandWithoutAProgramIsRefused() throws Exception {
        api.running();
        for (String body : List.of("{}", "{\"argv\":[]}", "{\"argv\":[\"\"]}")) {
            assertThat(api.post("/sandboxes/s1/exec", body).statusCode()).isEqualTo(400);
        }
        assertThat(api.guest.programs()).isEmpty();
    }

    @Test
    void anUnreadableRequestIsAProblemThatDoesNotQuoteIt() throws Exception {
        HttpRequest.Builder huge = api.request("/host").header("X-Huge", "marker".repeat(10_000));
        HttpResponse<String> answer = api.send(huge);
        assertThat(answer.statusCode()).isEqualTo(431);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(ContractJson.readStrict(answer.body(), Problem.class).code()).isEqualTo("request.unreadable");
        assertThat(answer.body()).doesNotContain("marker");
    }

    @Test
    void aRequestMayOutlastTheIdleTimeout() throws Exception {
        try (ApiFixture impatient =
                new ApiFixture(folder.resolve("two"), Duration.ofSeconds(2), Duration.ofSeconds(60)).running()) {
            HttpResponse<String> answer = impatient.post("/sandboxes/s1/exec", "{\"argv\":[\"sleep\",\"4500\"]}");
            assertThat(answer.statusCode()).isEqualTo(200);
        }
    }
}
