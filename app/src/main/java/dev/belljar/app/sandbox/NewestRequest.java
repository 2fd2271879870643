package dev.belljar.app.sandbox;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends the newest of several requests, one at a time: those that were replaced while they waited are dropped.
///
/// A request waits for a moment, because the user zooms and pans in many small steps. There is a thread only while
/// a request waits or is sent.
final class NewestRequest<Q> {
    private static final Logger LOG = LoggerFactory.getLogger(NewestRequest.class);

    /// Sends a request and keeps its answer.
    @FunctionalInterface
    interface RequestCall<Q> {
        void send(Q request) throws InterruptedException;
    }

    private final String name;
    private final Duration pause;
    private final RequestCall<Q> call;
    private @Nullable Q wanted;
    private boolean running;

    /// `name` is the name of the thread, `pause` how long each request waits for a newer one.
    NewestRequest(String name, Duration pause, RequestCall<Q> call) {
        this.name = name;
        this.pause = pause;
        this.call = call;
    }

    /// Sends this request, unless a newer one follows soon.
    synchronized void ask(Q request) {
        wanted = request;
        if (!running) {
            running = true;
            var _ = Thread.ofVirtual().name(name).start(this::run);
        }
    }

    /// Drops the request that waits, if there is one.
    synchronized void drop() {
        wanted = null;
    }

    private void run() {
        try {
            Q next;
            do {
                TimeUnit.MILLISECONDS.sleep(pause.toMillis());
                next = take();
                if (next != null) {
                    send(next);
                }
            } while (next != null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The top of the thread: an error must not stop later requests.
    private void send(Q request) throws InterruptedException {
        try {
            call.send(request);
        } catch (RuntimeException e) {
            LOG.error("{}: a request failed", name, e);
        }
    }

    private synchronized @Nullable Q take() {
        Q next = wanted;
        wanted = null;
        running = next != null;
        return next;
    }
}
