package dev.belljar.agent.api;

import dev.belljar.agent.journal.FileJournal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
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

    ApiFixture(Path folder, Duration stuck, Duration patience) throws Exception {
        journal = FileJournal.open(folder.resolve("events"));
        sandboxes = new FakeSandboxes(journal);
        ApiSettings settings =
                new ApiSettings(0, folder, folder.resolve("data"), "9.9.9", stuck, Duration.ofSeconds(1), patience);
        server = ApiServer.start(settings, sandboxes, () -> shutdown.complete(true));
        token = Files.readString(folder.resolve("token")).strip();
    }

    ApiFixture(Path folder) throws Exception {
        this(folder, Duration.ofSeconds(60), Duration.ofSeconds(60));
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
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
