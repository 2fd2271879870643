package dev.belljar.client.command;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.CaptureStream;
import dev.belljar.client.EventListener;
import dev.belljar.client.EventSubscription;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.RemoteTunnel;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.operation.Operation.OperationCall;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.work.FetchFiles;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Function;

/// A client whose responses a test defines for each operation; any other call fails. Its event streams are open at
/// once,
/// and have the events that the test gives to their listeners.
public final class ScriptedClient implements AgentClient {
    private final Map<Operation<?, ?>, ScriptedAnswer<?, ?>> answers = new HashMap<>();
    private Function<FetchFiles, InputStream> archives = request -> {
        throw new UnsupportedOperationException("files");
    };
    private BiFunction<ExecCommand, TerminalListener, RemoteTerminal> commands = (command, listener) -> {
        throw new UnsupportedOperationException("open");
    };
    private final List<String> streams = new CopyOnWriteArrayList<>();
    private final List<EventListener> listeners = new CopyOnWriteArrayList<>();

    /// Responds to an operation; `id` is the value of the first variable of its path, empty if it has none.
    @FunctionalInterface
    public interface ScriptedAnswer<Q extends Record, A> {
        A answer(String id, Q request) throws AgentException, JsonFault;
    }

    public <Q extends Record, A> ScriptedClient on(Operation<Q, A> operation, ScriptedAnswer<Q, A> answer) {
        answers.put(operation, answer);
        return this;
    }

    /// Answers requests for files with these archives.
    public ScriptedClient archives(Function<FetchFiles, InputStream> answers) {
        archives = answers;
        return this;
    }

    /// Runs commands in this way.
    public ScriptedClient commands(BiFunction<ExecCommand, TerminalListener, RemoteTerminal> runs) {
        commands = runs;
        return this;
    }

    @Override
    @SuppressWarnings("unchecked") // `on` stores an answer of the operation's types
    public <Q extends Record, A> A call(OperationCall<Q, A> call, Q request) throws AgentException {
        ScriptedAnswer<Q, A> answer = (ScriptedAnswer<Q, A>) answers.get(call.operation());
        if (answer == null) {
            throw new UnsupportedOperationException(call.operation().toString());
        }
        try {
            return answer.answer(call.path().isEmpty() ? "" : call.path().getFirst(), request);
        } catch (JsonFault e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public RemoteTerminal open(String id, ExecCommand command, TerminalListener listener) {
        return commands.apply(command, listener);
    }

    @Override
    public RemoteTerminal attach(String id, AttachSession request, TerminalListener listener) {
        throw new UnsupportedOperationException("attach");
    }

    @Override
    public RemoteTunnel tunnel(String id, int port) {
        throw new UnsupportedOperationException("tunnel");
    }

    @Override
    public EventSubscription follow(String id, long afterSeq, Set<EventType> types, EventListener listener) {
        return subscribed("%s after %d %s".formatted(id, afterSeq, new TreeSet<>(types)), listener);
    }

    @Override
    public EventSubscription followHost(long afterSeq, Set<EventType> types, EventListener listener) {
        return subscribed("host after %d %s".formatted(afterSeq, new TreeSet<>(types)), listener);
    }

    private EventSubscription subscribed(String stream, EventListener listener) {
        streams.add(stream);
        listeners.add(listener);
        listener.connected(true);
        return () -> listeners.remove(listener);
    }

    /// The streams that were requested, such as `shop after 7 [STATE]`.
    public List<String> streams() {
        return streams;
    }

    /// The listeners of the streams that are open.
    public List<EventListener> listeners() {
        return listeners;
    }

    @Override
    public InputStream files(String id, FetchFiles request) throws AgentException, InterruptedException {
        return archives.apply(request);
    }

    @Override
    public CaptureStream capture(String id) {
        throw new UnsupportedOperationException("capture");
    }

    @Override
    public void close() {}
}
