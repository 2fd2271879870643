package dev.belljar.app;

import dev.belljar.client.AgentClient;
import dev.belljar.client.EventListener;
import dev.belljar.client.EventSubscription;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.problem.Problem;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A subscription that can move to another host agent, where it continues after the last event it received.
final class ReconnectingSubscription implements EventSubscription {
    /// Follows one of a host agent's event streams.
    @FunctionalInterface
    interface EventSource {
        EventSubscription follow(AgentClient agent, long after, EventListener listener);
    }

    private final EventSource source;
    private final EventListener listener;
    private final Consumer<ReconnectingSubscription> ended;
    private @Nullable EventSubscription stream;
    private long seen;
    private int moves;
    private boolean closed;

    ReconnectingSubscription(
            EventSource source, long after, EventListener listener, Consumer<ReconnectingSubscription> ended) {
        this.source = source;
        this.seen = after;
        this.listener = listener;
        this.ended = ended;
    }

    /// Follows events of this host agent from now on.
    void to(AgentClient agent) {
        EventSubscription old;
        synchronized (this) {
            if (closed) {
                return;
            }
            moves++;
            old = stream;
            stream = source.follow(agent, seen, new AgentEventListener(moves));
        }
        if (old != null) {
            old.close();
        }
    }

    @Override
    public void close() {
        EventSubscription old;
        synchronized (this) {
            closed = true;
            old = stream;
            stream = null;
        }
        ended.accept(this);
        if (old != null) {
            old.close();
        }
    }

    /// The listener for one host agent. Late events of an agent that was left are dropped, since the next
    /// agent repeats them.
    private final class AgentEventListener implements EventListener {
        private final int number;

        AgentEventListener(int number) {
            this.number = number;
        }

        @Override
        public void events(List<Event> batch) {
            synchronized (ReconnectingSubscription.this) {
                if (!closed && number == moves) {
                    listener.events(batch);
                    seen = batch.getLast().seq();
                }
            }
        }

        @Override
        public void ended(Problem problem) {
            synchronized (ReconnectingSubscription.this) {
                if (!closed && number == moves) {
                    listener.ended(problem);
                }
            }
        }

        @Override
        public void connected(boolean up) {
            synchronized (ReconnectingSubscription.this) {
                if (!closed && number == moves) {
                    listener.connected(up);
                }
            }
        }
    }
}
