package dev.belljar.mcp.tool;

import dev.belljar.client.AgentException;
import dev.belljar.client.EventListener;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.problem.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Keeps the last events of a stream that match, up to a number and a size in characters.
final class NewestEvents implements EventListener {
    private static final long TELL_SECONDS = 2;

    private final Set<EventType> types;
    private final long last;
    private final int most;
    private final int mostText;
    private final CountDownLatch done = new CountDownLatch(1);
    private final Deque<String> kept = new ArrayDeque<>();
    private long text;
    private long leftOut;
    private @Nullable Problem refused;

    /// Keeps events of these types (all if empty) up to the number `last`.
    NewestEvents(Set<EventType> types, long last, int most, int mostText) {
        this.types = Set.copyOf(types);
        this.last = last;
        this.most = most;
        this.mostText = mostText;
    }

    @Override
    public synchronized void events(List<Event> batch) {
        for (Event event : batch) {
            if (event.seq() <= last && (types.isEmpty() || types.contains(event.type()))) {
                String line = ContractJson.line(event);
                kept.addLast(line);
                text += line.length();
                while (kept.size() > most || text > mostText) {
                    text -= kept.removeFirst().length();
                    leftOut++;
                }
            }
        }
        if (batch.getLast().seq() >= last) {
            done.countDown();
        }
    }

    @Override
    public synchronized void ended(Problem problem) {
        refused = problem;
        done.countDown();
    }

    /// Waits until the event with the last number came, and calls this while it waits.
    ///
    /// @throws AgentException if the host agent refuses the stream
    void await(Runnable meanwhile) throws AgentException, InterruptedException {
        while (!done.await(TELL_SECONDS, TimeUnit.SECONDS)) {
            meanwhile.run();
        }
        synchronized (this) {
            if (refused != null) {
                throw new AgentException(refused, null);
            }
        }
    }

    /// The events, the oldest first.
    synchronized List<Map<String, Object>> events() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (String line : kept) {
            try {
                all.add(ContractJson.readMap(line));
            } catch (JsonFault e) {
                throw new IllegalStateException(e);
            }
        }
        return all;
    }

    /// How many older events matched.
    synchronized long leftOut() {
        return leftOut;
    }
}
