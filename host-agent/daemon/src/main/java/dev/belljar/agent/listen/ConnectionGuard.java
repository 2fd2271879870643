package dev.belljar.agent.listen;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/// Guards the connections of one listener, so that neither one of them nor all of them together can keep others
/// out.
///
/// A connection waits for a request, or is answering one; a WebSocket counts as one request until it closes.
/// Jetty's idle time restarts with every byte, so a client that sends a byte now and then could stay for ever:
/// here a whole head has one deadline, and a whole body another. If there are too many connections, the one that
/// has waited longest is closed; if too many requests are being answered, the next is refused. So there is
/// always room for another connection, and `GET /health` on it is answered.
final class ConnectionGuard implements Connection.Listener {
    private final Connector connector;
    private final ConnectionLimits limits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<EndPoint, Tracked> open = new HashMap<>();
    /// The connections without a request, the one that has waited longest first.
    private final LinkedHashSet<EndPoint> waiting = new LinkedHashSet<>();

    /// One connection; `upgraded` is true once it is a WebSocket.
    private static final class Tracked {
        private Scheduler.@Nullable Task deadline;
        private boolean upgraded;
    }

    ConnectionGuard(Connector connector, ConnectionLimits limits) {
        this.connector = connector;
        this.limits = limits;
    }

    @Override
    public void onOpened(Connection connection) {
        EndPoint end = connection.getEndPoint();
        EndPoint surplus = null;
        lock.lock();
        try {
            if (!open.containsKey(end)) {
                open.put(end, new Tracked());
                await(end);
                surplus = open.size() > limits.connections() ? waiting.getFirst() : null;
            }
        } finally {
            lock.unlock();
        }
        if (surplus != null) {
            surplus.close();
        }
    }

    @Override
    public void onClosed(Connection connection) {
        EndPoint end = connection.getEndPoint();
        lock.lock();
        try {
            Tracked tracked = open.get(end);
            if (tracked == null) {
                return;
            }
            cancel(tracked);
            waiting.remove(end);
            if (end.isOpen()) {
                tracked.upgraded = true;
            } else {
                open.remove(end);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Begins a request; false if too many are being answered already.
    boolean begin(EndPoint end, boolean always) {
        lock.lock();
        try {
            Tracked tracked = open.get(end);
            if (tracked == null) {
                return true; // the connection was closed in the meantime: the response reaches no client
            }
            if (!always && open.size() - waiting.size() >= limits.requests()) {
                return false;
            }
            cancel(tracked);
            waiting.remove(end);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Ends a request that was answered.
    void end(EndPoint end) {
        lock.lock();
        try {
            Tracked tracked = open.get(end);
            if (tracked != null && !tracked.upgraded && end.isOpen()) {
                await(end);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Notes that a handler waits for more of the request's body.
    void bodyAwaited(EndPoint end) {
        lock.lock();
        try {
            Tracked tracked = open.get(end);
            if (tracked != null && tracked.deadline == null) {
                tracked.deadline = closeIn(end, limits.body(), "the request body");
            }
        } finally {
            lock.unlock();
        }
    }

    /// Notes that the whole body was read.
    void bodyRead(EndPoint end) {
        lock.lock();
        try {
            Tracked tracked = open.get(end);
            if (tracked != null) {
                cancel(tracked);
            }
        } finally {
            lock.unlock();
        }
    }

    /// How many connections are open.
    int size() {
        lock.lock();
        try {
            return open.size();
        } finally {
            lock.unlock();
        }
    }

    private void await(EndPoint end) {
        Tracked tracked = open.get(end);
        if (tracked != null) {
            cancel(tracked);
            waiting.remove(end);
            waiting.add(end);
            tracked.deadline = closeIn(end, limits.head(), "a request");
        }
    }

    private Scheduler.Task closeIn(EndPoint end, Duration time, String what) {
        return connector
                .getScheduler()
                .schedule(
                        () -> end.close(new TimeoutException(what + " did not arrive in time")),
                        time.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    private static void cancel(Tracked tracked) {
        Scheduler.Task deadline = tracked.deadline;
        tracked.deadline = null;
        if (deadline != null) {
            deadline.cancel();
        }
    }
}
