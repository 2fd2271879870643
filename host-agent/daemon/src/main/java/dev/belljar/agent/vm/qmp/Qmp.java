package dev.belljar.agent.vm.qmp;

import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.console.ConsoleText;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A connection to QEMU's monitor on its Unix socket.
///
/// QEMU serves one connection at a time and any number in sequence, so a new host agent simply connects. Answers
/// are matched by number, so events may come in between. A line that is not JSON or longer than 1 MiB ends the
/// connection, because it does not come from a monitor.
public final class Qmp implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Qmp.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path socket;
    private final SocketChannel channel;
    private final Duration patience;
    private final Consumer<QmpEvent> events;
    private final AtomicLong lastId = new AtomicLong();
    private final Map<Long, CompletableFuture<Map<String, Object>>> waiting = new ConcurrentHashMap<>();
    private final CompletableFuture<Map<String, Object>> greeting = new CompletableFuture<>();
    private final CompletableFuture<String> closed = new CompletableFuture<>();

    private Qmp(Path socket, SocketChannel channel, Duration patience, Consumer<QmpEvent> events) {
        this.socket = socket;
        this.channel = channel;
        this.patience = patience;
        this.events = events;
    }

    /// Connects and makes the monitor ready for commands; events go to `events` on the reader's thread.
    ///
    /// @throws VmException when no monitor answers within ten seconds
    public static Qmp connect(Path socket, Consumer<QmpEvent> events) throws VmException, InterruptedException {
        return connect(socket, PATIENCE, events);
    }

    /// Connects with this much patience for each answer.
    ///
    /// @throws VmException when no monitor answers in time
    public static Qmp connect(Path socket, Duration patience, Consumer<QmpEvent> events)
            throws VmException, InterruptedException {
        SocketChannel channel = open(socket);
        Qmp qmp = new Qmp(socket, channel, patience, events);
        Thread.ofVirtual().name("qmp-" + socket.getParent()).start(qmp::read);
        try {
            qmp.await(qmp.greeting, "greeting");
            qmp.execute("qmp_capabilities");
            return qmp;
        } catch (VmException | InterruptedException e) {
            qmp.close();
            throw e;
        }
    }

    /// QEMU's word for the machine's state: `running`, `paused`, `prelaunch`, `shutdown`, …
    public String status() throws VmException, InterruptedException {
        return execute("query-status").get("status") instanceof String word ? word : "unknown";
    }

    /// Pauses the machine.
    public void stop() throws VmException, InterruptedException {
        execute("stop");
    }

    /// Resumes the machine.
    public void cont() throws VmException, InterruptedException {
        execute("cont");
    }

    /// Ends QEMU, which flushes the disks first.
    public void quit() throws VmException, InterruptedException {
        execute("quit");
    }

    /// Gives a command without arguments; the answer's object, empty when it has none.
    ///
    /// @throws VmException when the monitor refuses, breaks off, or does not answer in time
    public Map<String, Object> execute(String command) throws VmException, InterruptedException {
        return execute(command, Map.of());
    }

    /// Gives a command; the answer's object, empty when it has none.
    ///
    /// @throws VmException when the monitor refuses, breaks off, or does not answer in time
    public Map<String, Object> execute(String command, Map<String, Object> arguments)
            throws VmException, InterruptedException {
        return ask(command, arguments).get("return") instanceof Map<?, ?> found ? copy(found) : Map.of();
    }

    private Map<String, Object> ask(String command, Map<String, Object> arguments)
            throws VmException, InterruptedException {
        long id = lastId.incrementAndGet();
        CompletableFuture<Map<String, Object>> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        try {
            send(command, arguments, id);
            Map<String, Object> message = await(answer, command);
            if (message.get("error") instanceof Map<?, ?> error) {
                throw fault("refused `" + command + "`: " + ConsoleText.clean(String.valueOf(error.get("desc"))));
            }
            return message;
        } finally {
            waiting.remove(id);
        }
    }

    /// Gives a command that answers with text.
    ///
    /// @throws VmException when the monitor refuses, breaks off, or does not answer in time
    public String text(String command, Map<String, Object> arguments) throws VmException, InterruptedException {
        return String.valueOf(ask(command, arguments).get("return"));
    }

    /// Gives a command that answers with a list.
    ///
    /// @throws VmException when the monitor refuses, breaks off, or does not answer in time
    public List<?> list(String command) throws VmException, InterruptedException {
        return ask(command, Map.of()).get("return") instanceof List<?> found ? found : List.of();
    }

    /// Completed with a sentence when the connection has ended.
    public CompletableFuture<String> closed() {
        return closed;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("{}: {}", socket, e.getMessage());
        }
        closed.complete("the connection was closed");
    }

    private static SocketChannel open(Path socket) throws VmException {
        try {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                // Non-blocking, because a stopped QEMU accepts no further connection, and waiting for one could
                // take for ever.
                channel.configureBlocking(false);
                if (!channel.connect(UnixDomainSocketAddress.of(socket))) {
                    throw new IOException("another client is already waiting to connect");
                }
                channel.configureBlocking(true);
                return channel;
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new VmException(
                    VmException.MONITOR, socket + ": QEMU's monitor cannot be reached: " + e.getMessage(), null, e);
        }
    }

    private void send(String command, Map<String, Object> arguments, long id) throws VmException {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("execute", command);
        if (!arguments.isEmpty()) {
            message.put("arguments", arguments);
        }
        message.put("id", id);
        ByteBuffer bytes = ByteBuffer.wrap((ContractJson.line(message) + "\n").getBytes(StandardCharsets.UTF_8));
        try {
            synchronized (channel) {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
        } catch (IOException e) {
            throw fault("disconnected before `" + command + "`: " + e.getMessage());
        }
    }

    private Map<String, Object> await(CompletableFuture<Map<String, Object>> answer, String what)
            throws VmException, InterruptedException {
        try {
            CompletableFuture.anyOf(answer, closed).get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw fault("did not respond to `%s` within %d ms".formatted(what, patience.toMillis()));
        } catch (ExecutionException e) {
            throw fault("failed to run `" + what + "`: " + e.getMessage());
        }
        if (!answer.isDone()) {
            throw fault("disconnected during `" + what + "`: " + closed.join());
        }
        return answer.join();
    }

    private void read() {
        QmpLines lines = new QmpLines(this::take);
        ByteBuffer buffer = ByteBuffer.allocate(16_384);
        String why = "QEMU closed the connection";
        try (channel) {
            while (channel.read(buffer) >= 0) {
                lines.feed(buffer.array(), buffer.position());
                buffer.clear();
            }
        } catch (IOException e) {
            why = String.valueOf(e.getMessage());
        } catch (JsonFault e) {
            why = "the response is not from a QEMU monitor: " + e.getMessage();
        } finally {
            closed.complete(why);
        }
    }

    private void take(String line) throws JsonFault {
        Map<String, Object> message = ContractJson.readMap(line);
        if (message.containsKey("QMP")) {
            greeting.complete(message);
        } else if (message.get("event") instanceof String name) {
            events.accept(new QmpEvent(name, message.get("data") instanceof Map<?, ?> data ? copy(data) : Map.of()));
        } else if (message.get("id") instanceof Number id) {
            CompletableFuture<Map<String, Object>> answer = waiting.get(id.longValue());
            if (answer != null) {
                answer.complete(message);
            }
        }
    }

    private static Map<String, Object> copy(Map<?, ?> found) {
        Map<String, Object> copy = new LinkedHashMap<>();
        found.forEach((key, value) -> {
            if (value != null) {
                copy.put(String.valueOf(key), value);
            }
        });
        return copy;
    }

    private VmException fault(String what) {
        return new VmException(VmException.MONITOR, socket + ": QEMU's monitor " + what, null, null);
    }
}
