package dev.belljar.client;

import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.Empty;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.operation.Operation.OperationCall;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.work.FetchFiles;
import java.io.InputStream;
import java.util.Set;

/// A client of the host agent's API: calls its operations, and opens its streams. Calls block; `id` is a sandbox's
/// id or name.
///
/// Every refusal is an `AgentException` with the problem document; a missing answer has the code
/// `agent.unavailable`.
public interface AgentClient extends AutoCloseable {
    /// Calls an operation and returns its response.
    <Q extends Record, A> A call(OperationCall<Q, A> call, Q request) throws AgentException, InterruptedException;

    /// Calls an operation that has no parameters but those in its path.
    default <A> A call(OperationCall<Empty, A> call) throws AgentException, InterruptedException {
        return call(call, Empty.NOTHING);
    }

    /// Calls an operation that has no variables in its path.
    default <Q extends Record, A> A call(Operation<Q, A> operation, Q request)
            throws AgentException, InterruptedException {
        return call(operation.at(), request);
    }

    /// Calls an operation that has no parameters.
    default <A> A call(Operation<Empty, A> operation) throws AgentException, InterruptedException {
        return call(operation.at(), Empty.NOTHING);
    }

    /// `GET /sandboxes/{id}/terminal` (WebSocket): starts a command and streams its input and output, in a
    /// terminal if `command.pty()` is true.
    RemoteTerminal open(String id, ExecCommand command, TerminalListener listener)
            throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/session/terminal` (WebSocket): attaches a terminal to the sandbox's session; closing it
    /// does not end the session.
    RemoteTerminal attach(String id, AttachSession request, TerminalListener listener)
            throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/tunnel?port=N` (WebSocket): opens a connection to a port on the machine's loopback,
    /// which the caller must close.
    RemoteTunnel tunnel(String id, int port) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/events` (SSE): all events after `afterSeq`, then new ones; resumed after any break
    /// until the subscription is closed.
    EventSubscription follow(String id, long afterSeq, Set<EventType> types, EventListener listener);

    /// `GET /events` (SSE): all events of the host and of all sandboxes (`HostEvent.ofHost`) after `afterSeq`, then
    /// new ones; resumed after any break until the subscription is closed.
    EventSubscription followHost(long afterSeq, Set<EventType> types, EventListener listener);

    /// `GET /sandboxes/{id}/network/pcap`: every frame of a running machine's network from now on.
    CaptureStream capture(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/files/read`: the contents of files of the workspace as a tar archive, which the caller
    /// must check and close.
    InputStream files(String id, FetchFiles request) throws AgentException, InterruptedException;

    @Override
    void close();
}
