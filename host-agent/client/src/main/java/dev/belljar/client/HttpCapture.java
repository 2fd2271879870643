package dev.belljar.client;

import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.ApiStream;
import dev.belljar.contract.operation.Empty;
import dev.belljar.contract.operation.Operation.OperationCall;
import dev.belljar.contract.view.network.CaptureFigures;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/// A packet capture over HTTP.
final class HttpCapture implements CaptureStream {
    private final ApiRequests requests;
    private final OperationCall<Empty, CaptureFigures> figures;
    private final InputStream bytes;

    private HttpCapture(ApiRequests requests, OperationCall<Empty, CaptureFigures> figures, InputStream bytes) {
        this.requests = requests;
        this.figures = figures;
        this.bytes = bytes;
    }

    /// Begins a capture.
    ///
    /// @throws AgentException when it is refused, or the host agent does not answer
    static HttpCapture start(ApiRequests requests, String sandbox) throws AgentException, InterruptedException {
        ApiConnection connection = requests.ask("GET", ApiStream.CAPTURE.at(sandbox), Map.of(), null);
        if (connection.status() != 200) {
            throw ApiRequests.refused(connection);
        }
        return new HttpCapture(
                requests,
                AccessApi.CAPTURE_FIGURES.at(sandbox, connection.field(ApiStream.CAPTURE_ID)),
                connection.body());
    }

    @Override
    public InputStream bytes() {
        return bytes;
    }

    @Override
    public CaptureFigures figures() throws AgentException, InterruptedException {
        return requests.call(figures, Empty.NOTHING, ApiRequests.PATIENCE);
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
