package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.api.http.RequestReader;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.host.AgentAddress;
import dev.belljar.contract.view.host.AgentHealth;
import dev.belljar.contract.view.work.FileContents;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests routes, responses and problem documents.
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
                "GET|/sandboxes/shop|200|get",
                "POST|/sandboxes/s1/start|202|start",
                "POST|/sandboxes/s1/stop|202|stop",
                "DELETE|/sandboxes/s1|200|destroy",
                "GET|/sandboxes/s1/processes?finished=7|200|processes 7",
                "GET|/sandboxes/s1/processes|200|processes 200",
                "GET|/sandboxes/s1/fs/diff|200|work true",
                "GET|/sandboxes/s1/work|200|work false",
                "GET|/sandboxes/s1/fs/diff/file?path=src/a%20b.c|200|contents src/a b.c",
                "GET|/sandboxes/s1/network/log?most=3|200|flows 3",
                "GET|/sandboxes/s1/policy|200|policy s1",
                "DELETE|/sandboxes/s1/policy/rules/a1b2|200|remove s1 a1b2",
                "GET|/sandboxes/s1/policy/export|200|export s1 SANDBOX",
                "GET|/sandboxes/s1/policy/export?scope=user|200|export s1 USER",
                "GET|/sandboxes/s1/policy/learn|200|learn s1 false",
                "GET|/sandboxes/s1/policy/proposal|200|proposal s1",
                "GET|/approvals|200|approvals null 0 0",
                "GET|/approvals?sandbox=s1&known=4&wait=2|200|approvals s1 4 2",
                "GET|/sandboxes/s1/report|200|report",
                "GET|/sandboxes/s1/ssh-keys|200|keys s1",
                "DELETE|/sandboxes/s1/ssh-keys?key=SHA256:a%2Fb%2Bc|200|revoke s1 SHA256:a/b+c",
                "POST|/sandboxes/s1/machine-key|200|own s1",
                "POST|/sandboxes/s1/sync|200|plan",
                "GET|/host|200|host",
                "POST|/image|202|image",
                "POST|/image/prune|200|prune",
                "POST|/index/rebuild|204|rebuild"
            })
    void eachRouteMakesExactlyOneCall(String method, String path, int status, String asked) throws Exception {
        HttpResponse<String> answer = api.send(api.request(path).method(method, HttpRequest.BodyPublishers.noBody()));
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(api.sandboxes.asked).containsExactly(asked);
    }

    @Test
    void aSnapshotIsComparedWithItsSandboxByDefault() throws Exception {
        assertThat(api.get("/snapshots/5a9/diff").body()).contains("\"from\":\"5a9\"", "\"to\":\"1b2\"");
        assertThat(api.get("/snapshots/5a9/diff?to=77c").body()).contains("\"to\":\"77c\"");
        assertThat(api.get("/snapshots/none/diff").statusCode()).isEqualTo(400);
    }

    @Test
    void aComparedFileIsRequestedWithFullCommitIds() throws Exception {
        String base = "a".repeat(40);
        String tip = "b".repeat(40);
        HttpResponse<String> answer =
                api.get("/snapshots/5a9/diff/file?base=" + base + "&tip=" + tip + "&path=src/a%20b.c");
        assertThat(ContractJson.read(answer.body(), FileContents.class))
                .isEqualTo(new FileContents("src/a b.c", base, tip, null));
        for (String bad : List.of(
                "base=HEAD&tip=" + tip + "&path=a",
                "base=" + base + "&path=a",
                "base=" + base + "&tip=" + tip + "&path=../a")) {
            assertThat(api.get("/snapshots/5a9/diff/file?" + bad).statusCode()).isEqualTo(400);
        }
    }

    @Test
    void requestBodiesReachTheService() throws Exception {
        HttpResponse<String> made = api.post("/sandboxes", "{\"path\":\"/home/me/shop\",\"start\":true}");
        assertThat(made.statusCode()).isEqualTo(201);
        assertThat(made.headers().firstValue("Location")).hasValue("/sandboxes/s1");
        assertThat(ContractJson.read(made.body(), Sandbox.class).spec().name()).isEqualTo("shop");
        api.post("/sandboxes/s1/exec", "{\"argv\":[\"true\"]}");
        api.post("/sandboxes/s1/sync/accept", "{\"commit\":\"abc\",\"allowed\":[]}");
        assertThat(api.sandboxes.asked).containsExactly("create /home/me/shop", "exec [true]", "accept abc");
        assertThat(api.get("/sandboxes").body()).startsWith("[{\"id\":\"s1\"");
    }

    @Test
    void policyRequestsReachTheService() throws Exception {
        String own = "/sandboxes/s1/policy/";
        assertThat(api.post(own + "preset", "{\"preset\":\"open\",\"scope\":\"user\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(api.post(own + "rules", "{\"rule\":\"allow a.org\"}").statusCode())
                .isEqualTo(201);
        api.post(own + "import", "{\"toml\":\"x\",\"scope\":\"project\"}");
        api.post(own + "test", "{}");
        api.post(own + "proposal/adopt", "{\"digest\":\"d1\"}");
        api.post("/approvals/q1", "{\"action\":\"allow\",\"scope\":\"sandbox\",\"budget\":{\"minutes\":5}}");
        api.post("/approvals/q2", "{\"action\":\"allow\",\"at\":\"10.0.0.5\"}");
        assertThat(api.sandboxes.asked)
                .containsExactly(
                        "preset s1 OPEN USER",
                        "add s1 allow a.org SANDBOX",
                        "import s1 x PROJECT",
                        "test s1 null SANDBOX",
                        "adopt s1 d1",
                        "answer q1 ALLOW SANDBOX",
                        "answer q2 ALLOW null at 10.0.0.5");
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
        assertThat(api.sandboxes.asked).isEmpty();
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
        HttpResponse<String> answer = api.post("/sandboxes/" + FakeSandboxes.STOPPING + "/start", "");
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("start is not allowed now");
        assertThat(api.get("/sandboxes/" + FakeSandboxes.STOPPING).statusCode()).isEqualTo(404);
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
        assertThat(problem.hint()).isEqualTo("See `belljar list`.");
    }

    @Test
    void anInternalErrorShowsOnlyALogId() throws Exception {
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
        assertThat(api.sandboxes.asked).isEmpty();
    }

    @Test
    void anOversizedBodyIsRefusedWithOrWithoutALength() throws Exception {
        int most = RequestReader.MOST_BODY;
        assertThat(refused("Content-Length: " + (most + 11), new byte[0])).contains("request.too-large");
        byte[] size = (Integer.toHexString(most + 1) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] chunk = Arrays.copyOf(size, size.length + most + 1);
        Arrays.fill(chunk, size.length, chunk.length, (byte) ' ');
        assertThat(refused("Transfer-Encoding: chunked", chunk)).contains("request.too-large");
        assertThat(api.sandboxes.asked).isEmpty();
    }

    /// Sends only bytes that the server reads before it responds: unread bytes would reset the connection before
    /// the response is read.
    private String refused(String length, byte[] body) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", api.port())) {
            socket.setSoTimeout(60_000);
            String head = "POST /sandboxes HTTP/1.1\r\nHost: 127.0.0.1:" + api.port() + "\r\nAuthorization: Bearer "
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
        assertThat(api.sandboxes.asked).isEmpty();
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
        assertThat(api.get(path).statusCode()).isIn(400, 404);
        assertThat(api.sandboxes.asked).isEmpty();
    }

    @Test
    void anUnknownRouteAndAWrongMethodAreProblemsToo() throws Exception {
        for (HttpResponse<String> answer : List.of(api.get("/nowhere"), api.post("/host", ""))) {
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(ContractJson.read(answer.body(), Problem.class).code()).isEqualTo("request.no-route");
        }
    }

    @Test
    void aCommandWithoutAProgramIsRefused() throws Exception {
        for (String body : List.of("{}", "{\"argv\":[]}", "{\"argv\":[\"\"]}")) {
            assertThat(api.post("/sandboxes/s1/exec", body).statusCode()).isEqualTo(400);
        }
        assertThat(api.sandboxes.asked).isEmpty();
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
                new ApiFixture(folder.resolve("two"), Duration.ofSeconds(2), Duration.ofSeconds(60))) {
            HttpResponse<String> answer = impatient.post("/sandboxes/s1/exec", "{\"argv\":[\"sleep\",\"4500\"]}");
            assertThat(answer.statusCode()).isEqualTo(200);
        }
    }
}
