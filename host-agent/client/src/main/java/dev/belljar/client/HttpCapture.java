package dev.belljar.client;

import dev.belljar.contract.view.CaptureFigures;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/// A packet capture over HTTP.
final class HttpCapture implements CaptureStream {
    private static final String ID = "belljar-capture";

    private final ApiRequests requests;
    private final String figures;
    private final InputStream bytes;

    private HttpCapture(ApiRequests requests, String figures, InputStream bytes) {
        this.requests = requests;
        this.figures = figures;
        this.bytes = bytes;
    }

    /// Begins a capture.
    ///
    /// @throws AgentException when it is refused, or the host agent does not answer
    static HttpCapture start(ApiRequests requests, String path) throws AgentException, InterruptedException {
        ApiConnection connection = requests.ask("GET", path, Map.of(), null);
        if (connection.status() != 200) {
            throw ApiRequests.refused(connection);
        }
        return new HttpCapture(requests, path + "/" + ApiRequests.encode(connection.field(ID)), connection.body());
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
