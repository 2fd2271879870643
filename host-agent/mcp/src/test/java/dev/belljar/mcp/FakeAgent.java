package dev.belljar.mcp;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.CaptureStream;
import dev.belljar.client.EventListener;
import dev.belljar.client.EventSubscription;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.RemoteTunnel;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.operation.Operation.OperationCall;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.work.FetchFiles;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SandboxStatus;
import dev.belljar.contract.view.session.TerminalExit;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A host agent with sandboxes that a test defines. Every call is recorded; one that no test defined fails.
final class FakeAgent implements AgentClient {
    private final List<Sandbox> sandboxes = new CopyOnWriteArrayList<>();
    private final Map<Operation<?, ?>, BiFunction<String, Record, Object>> answers = new HashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private BiFunction<ExecCommand, TerminalListener, RemoteTerminal> commands = (command, listener) -> {
        throw new UnsupportedOperationException("open");
    };
    private Consumer<EventListener> events = listener -> listener.connected(true);
    private byte[] archive = new byte[0];
    private @Nullable Problem down;

    FakeAgent() {
        on(SandboxApi.LIST, (id, request) -> List.copyOf(sandboxes));
        on(
                SandboxApi.GET,
                (word, request) -> sandboxes.stream()
                        .filter(each ->
                                each.id().equals(word) || each.spec().name().equals(word))
                        .findFirst()
                        .orElseThrow());
    }

    /// A running sandbox with this id, name and number of its newest event.
    static Sandbox sandbox(String id, String name, long last) {
        return new Sandbox(
                id,
                new SandboxSpec(name, "/home/user/" + name, "qemu", new MachineLimits(1024, 1, 1024), false),
                new SandboxStatus(SandboxState.RUNNING, 1, List.of(), null, null, List.of(), true, last),
                new Acceleration(Acceleration.Kind.NO_KVM, "TCG", "no /dev/kvm", "slow", null, false, 1, "10", 1),
                1,
                null,
                null,
                null,
                null);
    }

    FakeAgent with(Sandbox sandbox) {
        sandboxes.add(sandbox);
        return this;
    }

    void remove(String id) {
        sandboxes.removeIf(each -> each.id().equals(id));
    }

    <Q extends Record, A> FakeAgent on(Operation<Q, A> operation, BiFunction<String, Record, Object> answer) {
        answers.put(operation, answer);
        return this;
    }

    FakeAgent commands(BiFunction<ExecCommand, TerminalListener, RemoteTerminal> runs) {
        commands = runs;
        return this;
    }

    FakeAgent events(Consumer<EventListener> sends) {
        events = sends;
        return this;
    }

    FakeAgent archive(byte[] bytes) {
        archive = bytes;
        return this;
    }

    /// Lets every call fail as if the host agent were gone.
    void stop() {
        down = Problem.of(ProblemCode.UNAVAILABLE, "host agent unavailable", "the host agent does not respond", null);
    }

    /// The names of the operations that were called, with the first variable of their paths.
    List<String> calls() {
        return calls;
    }

    @Override
    @SuppressWarnings("unchecked") // a test that defines an answer of another type fails
    public <Q extends Record, A> A call(OperationCall<Q, A> call, Q request) throws AgentException {
        Problem why = down;
        if (why != null) {
            throw new AgentException(why, null);
        }
        String id = call.path().isEmpty() ? "" : call.path().getFirst();
        calls.add((call.operation().name() + " " + id).strip());
        BiFunction<String, Record, Object> answer = answers.get(call.operation());
        if (answer == null) {
            throw new UnsupportedOperationException(call.operation().toString());
        }
        return (A) answer.apply(id, request);
    }

    @Override
    public RemoteTerminal open(String id, ExecCommand command, TerminalListener listener) {
        calls.add("open " + id);
        return commands.apply(command, listener);
    }

    @Override
    public EventSubscription follow(String id, long afterSeq, Set<EventType> types, EventListener listener) {
        calls.add("follow " + id + " after " + afterSeq);
        events.accept(listener);
        return () -> {};
    }

    @Override
    public InputStream files(String id, FetchFiles request) {
        calls.add("files " + id + " " + request.paths());
        return new ByteArrayInputStream(archive);
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
    public EventSubscription followHost(long afterSeq, Set<EventType> types, EventListener listener) {
        throw new UnsupportedOperationException("followHost");
    }

    @Override
    public CaptureStream capture(String id) {
        throw new UnsupportedOperationException("capture");
    }

    @Override
    public void close() {}

    /// A command that a test ends.
    static final class FakeCommand implements RemoteTerminal {
        private final CompletableFuture<TerminalExit> exit = new CompletableFuture<>();
        private final CompletableFuture<Void> closed = new CompletableFuture<>();

        /// One that has written this and ended with this code.
        static FakeCommand ended(int code, String output, TerminalListener listener) {
            FakeCommand command = new FakeCommand();
            listener.output(output.getBytes(StandardCharsets.UTF_8));
            command.exit.complete(new TerminalExit(code, null, false, null));
            return command;
        }

        /// Completed when the command was closed.
        CompletableFuture<Void> closed() {
            return closed;
        }

        @Override
        public void send(byte[] bytes, int offset, int length) {}

        @Override
        public void eof() {}

        @Override
        public void resize(int rows, int cols) {}

        @Override
        public void signal(int number) {}

        @Override
        public CompletableFuture<TerminalExit> exit() {
            return exit;
        }

        @Override
        public void close() {
            closed.complete(null);
        }
    }
}
