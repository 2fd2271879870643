package dev.belljar.client;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.ApiVersion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows the events of a journal over SSE and resumes at its last position after any break.
final class EventFollower implements EventSubscription {
    private static final Logger LOG = LoggerFactory.getLogger(EventFollower.class);
    private static final int BATCH = 2_000;
    /// The HTTP status for too many requests, after which a retry may succeed.
    private static final int TOO_MANY = 429;
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 3_000;

    private final ApiRequests requests;
    private final String path;
    private final String types;
    private final EventListener listener;
    private final Thread thread;
    private volatile boolean closed;
    private volatile @Nullable ApiConnection open;
    private long lastSeq;

    private EventFollower(
            ApiRequests requests, String path, long afterSeq, Set<EventType> types, EventListener listener) {
        this.requests = requests;
        this.path = path;
        this.lastSeq = afterSeq;
        this.types = types.stream().map(EventType::word).sorted().collect(Collectors.joining(","));
        this.listener = listener;
        this.thread = Thread.ofVirtual().name("follow " + path).unstarted(this::run);
    }

    static EventFollower start(
            ApiRequests requests, String path, long afterSeq, Set<EventType> types, EventListener listener) {
        EventFollower follower = new EventFollower(requests, path, afterSeq, types, listener);
        follower.thread.start();
        return follower;
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        ApiConnection connection = open;
        if (connection != null) {
            connection.close();
        }
    }

    private void run() {
        long pause = FIRST_PAUSE_MILLIS;
        while (!closed) {
            long before = lastSeq;
            try {
                stream();
            } catch (IOException | AgentException e) {
                LOG.debug("{} broke after {}: {}", path, lastSeq, e.toString());
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                // The top of this thread: a listener that throws has not received its batch, which is requested again.
                LOG.error("{}: the events after {} could not be handled", path, lastSeq, e);
            }
            pause = lastSeq > before ? FIRST_PAUSE_MILLIS : Math.min(LONGEST_PAUSE_MILLIS, pause * 2);
            if (!closed) {
                listener.connected(false);
                try {
                    Thread.sleep(pause);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    private void stream() throws AgentException, IOException, InterruptedException {
        String query = types.isEmpty() ? "" : "?type=" + types;
        try (ApiConnection connection = requests.ask(
                "GET",
                path + query,
                Map.of("Accept", "text/event-stream", "Last-Event-ID", Long.toString(lastSeq)),
                null)) {
            open = connection;
            if (connection.status() >= 400 && connection.status() < 500 && connection.status() != TOO_MANY) {
                // A retry cannot help: the sandbox is gone, or the request is wrong.
                closed = true;
                listener.ended(ApiRequests.refused(connection).problem());
                return;
            }
            if (connection.status() != 200) {
                throw new IOException("status " + connection.status());
            }
            listener.connected(true);
            read(connection);
        } finally {
            open = null;
        }
    }

    private void read(ApiConnection connection) throws IOException {
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(connection.body(), StandardCharsets.UTF_8), 1 << 16);
        List<Event> batch = new ArrayList<>();
        for (String line = reader.readLine(); line != null && !closed; line = reader.readLine()) {
            if (line.startsWith("data:")) {
                try {
                    batch.add(ContractJson.read(line.substring("data:".length()).strip(), Event.class));
                } catch (JsonFault e) {
                    hand(batch);
                    unreadable(e, connection);
                    return;
                }
            }
            // A batch is delivered when no more bytes have arrived, so that a burst is delivered together and a
            // single event at once.
            if (batch.size() >= BATCH || (!batch.isEmpty() && !reader.ready())) {
                hand(batch);
            }
        }
        hand(batch);
    }

    /// An event cannot be parsed: the stream is requested again from there, unless the host agent has another version,
    /// whose event stays unreadable.
    private void unreadable(JsonFault e, ApiConnection connection) {
        LOG.warn("{}: the event after number {} could not be parsed", path, lastSeq, e);
        if (connection.apiVersion() != ApiVersion.CURRENT) {
            closed = true;
            listener.ended(ApiRequests.unreadable(e, connection).problem());
        }
    }

    private void hand(List<Event> batch) {
        if (!batch.isEmpty()) {
            listener.events(List.copyOf(batch));
            lastSeq = batch.getLast().seq();
            batch.clear();
        }
    }
}
