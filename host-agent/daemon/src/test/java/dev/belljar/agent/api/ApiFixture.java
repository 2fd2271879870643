package dev.belljar.agent.api;

import dev.belljar.agent.journal.FileJournal;
import dev.belljar.agent.listen.ConnectionLimits;
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

/// A real server on a free port over a `FakeSandboxes`, and a client for it.
final class ApiFixture implements AutoCloseable {
    final FileJournal journal;
    final FakeSandboxes sandboxes;
    final CompletableFuture<Boolean> shutdown = new CompletableFuture<>();
    final ApiServer server;
    final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    final String token;

    /// Makes the sandboxes behind the server from its journal.
    interface SandboxSource {
        FakeSandboxes over(FileJournal journal) throws Exception;
    }

    ApiFixture(Path folder, ConnectionLimits limits, Duration patience, int port) throws Exception {
        this(folder, limits, patience, port, FakeSandboxes::new);
    }

    ApiFixture(Path folder, SandboxSource source) throws Exception {
        this(folder, ConnectionLimits.USUAL, Duration.ofSeconds(60), 0, source);
    }

    private ApiFixture(Path folder, ConnectionLimits limits, Duration patience, int port, SandboxSource source)
            throws Exception {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        journal = FileJournal.open(folder.resolve("events"));
        sandboxes = source.over(journal);
        ApiSettings settings =
                new ApiSettings(port, folder, folder.resolve("data"), "9.9.9", limits, Duration.ofSeconds(1), patience);
        server = ApiServer.start(settings, sandboxes.services(), () -> shutdown.complete(true));
        token = Files.readString(folder.resolve("token")).strip();
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

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        http.shutdownNow();
        server.close();
        journal.close();
    }
}
