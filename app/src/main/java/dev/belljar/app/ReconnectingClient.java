package dev.belljar.app;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.CaptureStream;
import dev.belljar.client.EventListener;
import dev.belljar.client.EventSubscription;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.RemoteTunnel;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.Operation.OperationCall;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.work.FetchFiles;
import java.io.InputStream;
import java.util.Set;

/// A client that has the host agent found or started before the first request, and after one that it did not answer.
///
/// So the window opens at once, and an agent that cannot be started is reported as an error like any other. Every host
/// agent of a user listens on the same socket, so event streams resume by themselves.
record ReconnectingClient(AgentClient agent, AgentStartPolicy starts) implements AgentClient {
    /// A request to the host agent.
    @FunctionalInterface
    private interface AgentRequest<T> {
        T send() throws AgentException, InterruptedException;
    }

    private <T> T through(AgentRequest<T> request) throws AgentException, InterruptedException {
        starts.require();
        try {
            return request.send();
        } catch (AgentException e) {
            if (e.code().equals(ProblemCode.UNAVAILABLE)) {
                starts.lost();
            }
            throw e;
        }
    }

    @Override
    public <Q extends Record, A> A call(OperationCall<Q, A> call, Q request)
            throws AgentException, InterruptedException {
        return through(() -> agent.call(call, request));
    }

    @Override
    public RemoteTerminal open(String id, ExecCommand command, TerminalListener listener)
            throws AgentException, InterruptedException {
        return through(() -> agent.open(id, command, listener));
    }

    @Override
    public RemoteTerminal attach(String id, AttachSession request, TerminalListener listener)
            throws AgentException, InterruptedException {
        return through(() -> agent.attach(id, request, listener));
    }

    @Override
    public RemoteTunnel tunnel(String id, int port) throws AgentException, InterruptedException {
        return through(() -> agent.tunnel(id, port));
    }

    @Override
    public InputStream files(String id, FetchFiles request) throws AgentException, InterruptedException {
        return through(() -> agent.files(id, request));
    }

    @Override
    public CaptureStream capture(String id) throws AgentException, InterruptedException {
        return through(() -> agent.capture(id));
    }

    @Override
    public EventSubscription follow(String id, long afterSeq, Set<EventType> types, EventListener listener) {
        return agent.follow(id, afterSeq, types, listener);
    }

    @Override
    public EventSubscription followHost(long afterSeq, Set<EventType> types, EventListener listener) {
        return agent.followHost(afterSeq, types, listener);
    }

    @Override
    public void close() {
        agent.close();
    }
}
