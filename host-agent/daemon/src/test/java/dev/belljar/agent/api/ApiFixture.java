package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.listen.ConnectionLimits;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/// A real server on a free port over the host agent's services, and a client for it. There is one sandbox named `shop`
/// with id `s1`, which was never started; machine, guest and project are fakes.
final class ApiFixture implements AutoCloseable {
    static final String ID = "s1";

    final SandboxFixture host;
    final ApiGuest guest = new ApiGuest();
    final ApiServices services;
    /// The journal of the sandbox, which is empty until it is started.
    final Journal journal;

    final CompletableFuture<Boolean> shutdown = new CompletableFuture<>();
    final ApiServer server;
    final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    final String token;
    private final long lastSeq;
    private final long lastHostSeq;

    ApiFixture(Path folder, ConnectionLimits limits, Duration patience, int port) throws Exception {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        host = new SandboxFixture(folder);
        host.openers().guestRuns(guest);
        if (host.found(ID).isEmpty()) {
            host.keep(host.left(ID, SandboxState.CREATED).withName("shop"));
        }
        services = host.api();
        journal = services.queries().journal(ID);
        ApiSettings settings =
                new ApiSettings(port, folder, host.folders().data(), "9.9.9", limits, Duration.ofSeconds(1), patience);
        server = ApiServer.start(settings, services, () -> shutdown.complete(true));
        token = Files.readString(folder.resolve("token")).strip();
        lastSeq = journal.lastSeq();
        lastHostSeq = hostJournal().lastSeq();
    }

    ApiFixture(Path folder, Duration stuck, Duration patience) throws Exception {
        this(
                folder,
                new ConnectionLimits(Duration.ofSeconds(10), Duration.ofSeconds(20), stuck, 1_024, 768),
                patience,
                0);
    }

    ApiFixture(Path folder, ConnectionLimits limits) throws Exception {
        this(folder, limits, Duration.ofSeconds(60), 0);
    }

    ApiFixture(Path folder) throws Exception {
        this(folder, Duration.ofSeconds(60), Duration.ofSeconds(60));
    }

    /// Starts the sandbox, and waits until it runs.
    ApiFixture running() throws Exception {
        host.start(ID);
        assertThat(state()).isEqualTo(SandboxState.RUNNING);
        return this;
    }

    SandboxState state() throws Exception {
        return host.state(ID);
    }

    Journal hostJournal() {
        return services.queries().hostJournal();
    }

    /// Checks that no request of the never started sandbox was carried out: it is unchanged and still the only one, no
    /// event was recorded, and no work was read.
    void assertUntouched() throws Exception {
        assertThat(services.sandboxes().list()).extracting(Sandbox::id).containsExactly(ID);
        assertThat(state()).isEqualTo(SandboxState.CREATED);
        assertThat(journal.lastSeq()).isEqualTo(lastSeq);
        assertThat(hostJournal().lastSeq()).isEqualTo(lastHostSeq);
        assertThat(guest.programs()).isEmpty();
        assertThat(guest.tunnels).isEmpty();
        assertThat(host.workspace().fetches()).isZero();
        assertThat(host.workspace().read()).isEmpty();
        assertThat(host.workspace().accepted()).isEmpty();
    }

    int port() {
        return server.port().orElseThrow();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + token);
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(request(path).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    HttpResponse<String> delete(String path) throws IOException, InterruptedException {
        return send(request(path).DELETE());
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /// Reads a response that must have this status.
    static <T extends Record> T read(HttpResponse<String> answer, int status, Class<T> type) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return ContractJson.readStrict(answer.body(), type);
    }

    @Override
    public void close() {
        http.shutdownNow();
        server.close();
        host.close();
    }
}
