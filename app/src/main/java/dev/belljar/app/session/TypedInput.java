package dev.belljar.app.session;

import com.techsenger.jeditermfx.core.util.TermSize;
import dev.belljar.client.AgentException;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.contract.problem.Problem;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Sends input to the terminal that is open now, in order and on a separate thread. Without an open terminal
/// the input is dropped.
final class TypedInput {
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("belljar-typing").factory());
    private final Consumer<Problem> failed;
    private volatile @Nullable RemoteTerminal terminal;
    private volatile @Nullable TermSize size;

    /// `failed` is called when input or a new size could not be sent.
    TypedInput(Consumer<Problem> failed) {
        this.failed = failed;
    }

    /// Sends to this terminal from now on, and sends it the current size.
    void to(RemoteTerminal opened) {
        terminal = opened;
        TermSize requested = size;
        if (requested != null) {
            resize(requested);
        }
    }

    /// The last size that was set, or null.
    @Nullable
    TermSize size() {
        return size;
    }

    void bytes(byte[] bytes) {
        send(t -> t.send(bytes, 0, bytes.length));
    }

    void resize(TermSize next) {
        size = next;
        send(t -> t.resize(next.getRows(), next.getColumns()));
    }

    /// Closes the terminal after all pending input was sent, or after one second if it does not take the
    /// input; returns at once.
    void close() {
        send(RemoteTerminal::close);
        thread.shutdown();
        Thread.ofVirtual().name("belljar-typing-end").start(this::cut);
    }

    private void cut() {
        try {
            boolean finished = thread.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS);
            RemoteTerminal held = terminal;
            if (!finished && held != null) {
                // Closing it releases a thread that still waits to send.
                held.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Refuses further input.
    void stop() {
        thread.shutdown();
    }

    private void send(TerminalCall what) {
        try {
            thread.execute(() -> deliver(what));
        } catch (RejectedExecutionException e) {
            // The tab was just closed: further input is dropped.
            return;
        }
    }

    private void deliver(TerminalCall what) {
        RemoteTerminal to = terminal;
        if (to == null) {
            return;
        }
        try {
            what.to(to);
        } catch (AgentException e) {
            failed.accept(e.problem());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// A message to a terminal.
    @FunctionalInterface
    private interface TerminalCall {
        void to(RemoteTerminal terminal) throws AgentException, InterruptedException;
    }
}
