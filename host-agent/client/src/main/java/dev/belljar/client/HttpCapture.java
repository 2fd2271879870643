package dev.belljar.client;

import dev.belljar.contract.view.CaptureFigures;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/// A capture over HTTP.
final class HttpCapture implements Capture {
    private static final String ID = "Belljar-Capture";

    private final Requests requests;
    private final String figures;
    private final InputStream bytes;

    private HttpCapture(Requests requests, String figures, InputStream bytes) {
        this.requests = requests;
        this.figures = figures;
        this.bytes = bytes;
    }

    /// Begins one.
    ///
    /// @throws AgentException when it is refused, or nobody answers
    static HttpCapture start(Requests requests, String path) throws AgentException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(requests.uri(path))
                .header("Authorization", requests.authorization())
                .build();
        try {
            HttpResponse<InputStream> response =
                    requests.http().send(request, HttpResponse.BodyHandlers.ofInputStream());
            if (response.statusCode() != 200) {
                try (InputStream body = response.body()) {
                    String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
                    throw new AgentException(Requests.problem(response.statusCode(), text), null);
                }
            }
            String id = response.headers().firstValue(ID).orElse("");
            return new HttpCapture(requests, path + "/" + Requests.encode(id), response.body());
        } catch (IOException e) {
            throw Requests.unreachable(e);
        }
    }

    @Override
    public InputStream bytes() {
        return bytes;
    }

    @Override
    public CaptureFigures figures() throws AgentException, InterruptedException {
        return requests.get(figures, CaptureFigures.class);
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
