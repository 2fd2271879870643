package dev.belljar.client;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.ApiStream;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.Operation.OperationCall;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.work.FetchFiles;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/// The API over HTTP, SSE and WebSocket on the host agent's Unix socket.
public final class HttpAgentClient implements AgentClient {
    private final ApiRequests requests;

    /// Creates a client of the host agent that listens on this Unix socket.
    public HttpAgentClient(Path socket) {
        this.requests = new ApiRequests(socket);
    }

    @Override
    public <Q extends Record, A> A call(OperationCall<Q, A> call, Q request)
            throws AgentException, InterruptedException {
        Duration patience =
                call.operation().name().equals(HostApi.HEALTH.name()) ? ApiRequests.HEALTH : ApiRequests.PATIENCE;
        return requests.call(call, request, patience);
    }

    @Override
    public RemoteTerminal open(String id, ExecCommand command, TerminalListener listener)
            throws AgentException, InterruptedException {
        return SocketTerminal.open(requests, ApiStream.TERMINAL.at(id), command, listener);
    }

    @Override
    public RemoteTerminal attach(String id, AttachSession request, TerminalListener listener)
            throws AgentException, InterruptedException {
        return SocketTerminal.open(requests, ApiStream.SESSION_TERMINAL.at(id), request, listener);
    }

    @Override
    public RemoteTunnel tunnel(String id, int port) throws AgentException, InterruptedException {
        return SocketTunnel.open(requests, ApiStream.TUNNEL.at(id) + "?port=" + port);
    }

    @Override
    public EventSubscription follow(String id, long afterSeq, Set<EventType> types, EventListener listener) {
        return EventFollower.start(requests, ApiStream.EVENTS.at(id), afterSeq, types, listener);
    }

    @Override
    public EventSubscription followHost(long afterSeq, Set<EventType> types, EventListener listener) {
        return EventFollower.start(requests, ApiStream.HOST_EVENTS.path(), afterSeq, types, listener);
    }

    @Override
    public CaptureStream capture(String id) throws AgentException, InterruptedException {
        return HttpCapture.start(requests, id);
    }

    @Override
    public InputStream files(String id, FetchFiles request) throws AgentException, InterruptedException {
        byte[] body = ContractJson.line(request).getBytes(StandardCharsets.UTF_8);
        ApiConnection connection = requests.ask(
                ApiStream.READ_FILES.method().name(), ApiStream.READ_FILES.at(id), Map.of("Connection", "close"), body);
        if (connection.status() != 200) {
            throw ApiRequests.refused(connection);
        }
        return connection.body();
    }

    @Override
    public void close() {
        requests.close();
    }
}
