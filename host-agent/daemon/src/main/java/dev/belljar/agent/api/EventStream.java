package dev.belljar.agent.api;

import dev.belljar.agent.api.http.ApiException;
import dev.belljar.agent.api.http.RequestAuthorizer;
import dev.belljar.agent.api.http.RequestReader;
import dev.belljar.agent.api.http.StreamSlots;
import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.journal.JournalException;
import dev.belljar.agent.lifecycle.SandboxService;
import dev.belljar.agent.status.SandboxQueries;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.problem.BelljarException;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The events of a sandbox, or of the host, as server-sent events: the recorded ones, then new ones, from one cursor.
///
/// The id of an event is its number, so a client resumes with `Last-Event-ID`. Nothing is buffered beyond one
/// batch: a write that makes no progress for the server's idle time ends the connection, and the client resumes.
final class EventStream {
    private static final int BATCH = 256;
    /// The key under which streams of the host's events are counted; it cannot be the id of a sandbox.
    private static final String HOST = "/";

    private final SandboxService sandboxes;
    private final SandboxQueries queries;
    private final Duration heartbeat;
    private final StreamSlots slots = new StreamSlots();

    EventStream(SandboxService sandboxes, SandboxQueries queries, Duration heartbeat) {
        this.sandboxes = sandboxes;
        this.queries = queries;
        this.heartbeat = heartbeat;
    }

    /// Serves the events of the sandbox in the path.
    void serve(Context context) throws BelljarException, InterruptedException, IOException {
        StreamRequest request = StreamRequest.of(context);
        // The request may name the sandbox by its id or its name; streams are counted by the id.
        String sandbox = sandboxes.get(RequestReader.sandbox(context)).id();
        serve(context, request, sandbox, queries.journal(sandbox));
    }

    /// Serves the events of the host.
    void serveHost(Context context) throws BelljarException, InterruptedException, IOException {
        serve(context, StreamRequest.of(context), HOST, queries.hostJournal());
    }

    private void serve(Context context, StreamRequest request, String source, Journal journal)
            throws BelljarException, InterruptedException, IOException {
        StreamSlots.Client client = StreamSlots.Client.of(RequestAuthorizer.local(context));
        slots.take(source, client);
        try (JournalCursor cursor = journal.cursor(request.after(), request.types())) {
            context.status(200);
            context.contentType("text/event-stream");
            context.header("Cache-Control", "no-store");
            OutputStream out = context.res().getOutputStream();
            send(out, ": connected\n\n");
            pump(cursor, out, request.follow() ? heartbeat : Duration.ZERO, request.follow());
        } finally {
            slots.free(source, client);
        }
    }

    private static void pump(JournalCursor cursor, OutputStream out, Duration patience, boolean follow)
            throws InterruptedException, IOException {
        try {
            while (true) {
                List<Event> events = cursor.next(BATCH, patience);
                if (!events.isEmpty()) {
                    send(out, frames(events));
                } else if (follow) {
                    send(out, ": heartbeat\n\n");
                } else {
                    return;
                }
            }
        } catch (JournalException e) {
            // The sandbox was destroyed or the host agent is stopping: the stream ends, and its client asks
            // again.
            send(out, ": " + e.code().code() + "\n\n");
        }
    }

    private static String frames(List<Event> events) {
        StringBuilder frames = new StringBuilder();
        for (Event event : events) {
            frames.append("id: ").append(event.seq());
            frames.append("\nevent: ").append(event.type().word());
            frames.append("\ndata: ").append(ContractJson.line(event)).append("\n\n");
        }
        return frames.toString();
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /// The parameters of a request, validated before anything is looked up.
    private record StreamRequest(Set<EventType> types, boolean follow, long after) {
        static StreamRequest of(Context context) throws ApiException {
            return new StreamRequest(
                    RequestReader.types(context), RequestReader.flag(context, "follow", true), after(context));
        }

        private static long after(Context context) throws ApiException {
            @Nullable String last = context.header("Last-Event-ID");
            if (last != null) {
                return RequestReader.number("Last-Event-ID", last, 0, Long.MAX_VALUE);
            }
            long after = RequestReader.number(context, "after", 0, 0, Long.MAX_VALUE);
            if (context.queryParam("from") == null) {
                return after;
            }
            if (context.queryParam("after") != null) {
                throw ApiException.invalid("`from` and `after` cannot be combined: expected at most one of them");
            }
            return RequestReader.number(context, "from", 1, 1, Long.MAX_VALUE) - 1;
        }
    }
}
