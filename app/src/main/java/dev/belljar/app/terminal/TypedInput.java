package dev.belljar.app.terminal;

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

/// What is typed into a machine: it goes out on a thread of its own, in order, to the terminal that is open now; while
/// there is none it goes nowhere.
final class TypedInput {
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("belljar-typing").factory());
    private final Consumer<Problem> failed;
    private volatile @Nullable RemoteTerminal terminal;
    private volatile @Nullable TermSize size;

    /// `failed` is told when something could not be said to the terminal.
    TypedInput(Consumer<Problem> failed) {
        this.failed = failed;
    }

    /// Goes to this terminal from now on, which learns its size.
    void to(RemoteTerminal opened) {
        terminal = opened;
        TermSize wanted = size;
        if (wanted != null) {
            resize(wanted);
        }
    }

    /// The size as it was last told, if it was.
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

    /// Closes the terminal after all that was typed, or a second later if it does not take that; returns at once.
    void close() {
        send(RemoteTerminal::close);
        thread.shutdown();
        Thread.ofVirtual().name("belljar-typing-end").start(this::cut);
    }

    private void cut() {
        try {
            boolean said = thread.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS);
            RemoteTerminal held = terminal;
            if (!said && held != null) {
                // Whoever still waits to send is set free by this.
                held.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Nothing is typed any more.
    void stop() {
        thread.shutdown();
    }

    private void send(Sending what) {
        try {
            thread.execute(() -> deliver(what));
        } catch (RejectedExecutionException e) {
            // The tab was just closed: what is still typed goes nowhere.
            return;
        }
    }

    private void deliver(Sending what) {
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

    /// Something said to a terminal.
    @FunctionalInterface
    private interface Sending {
        void to(RemoteTerminal terminal) throws AgentException, InterruptedException;
    }
}
