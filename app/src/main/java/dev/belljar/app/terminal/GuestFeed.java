package dev.belljar.app.terminal;

import com.techsenger.jeditermfx.core.util.TermSize;
import dev.belljar.client.AgentException;
import dev.belljar.client.Terminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.view.TerminalExit;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/// A shell in the machine. What is typed goes out on a thread of its own, in order.
final class GuestFeed extends Feed implements TerminalListener {
    private final ExecutorService typing = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("belljar-typing").factory());
    private final String name;
    private volatile @Nullable Terminal terminal;
    private volatile @Nullable TermSize size;

    GuestFeed(String name, OutputGate gate) {
        super(gate);
        this.name = name;
    }

    /// The command runs.
    void opened(Terminal opened) {
        terminal = opened;
        TermSize wanted = size;
        if (wanted != null) {
            resize(wanted);
        }
        var _ = opened.exit().thenAccept(this::ended);
    }

    @Override
    public void output(byte[] bytes) {
        try {
            accept(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void error(byte[] bytes) {
        output(bytes);
    }

    @Override
    public void write(byte[] bytes) {
        send(t -> t.send(bytes, 0, bytes.length));
    }

    @Override
    public void resize(TermSize next) {
        size = next;
        send(t -> t.resize(next.getRows(), next.getColumns()));
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public void close() {
        send(Terminal::close);
        typing.shutdown();
    }

    /// The command could not be started.
    void refused(String why) {
        typing.shutdown();
        finish(why);
    }

    private void ended(TerminalExit exit) {
        String words;
        if (exit.problem() != null) {
            words = exit.problem().detail();
        } else {
            words = exit.signal() != null
                    ? "The shell was ended by signal " + exit.signal() + "."
                    : "The shell ended with " + exit.code() + ".";
        }
        finish(words);
    }

    private void finish(String words) {
        try {
            end(words);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(Sending what) {
        try {
            typing.execute(() -> deliver(what));
        } catch (RejectedExecutionException e) {
            // The tab was just closed: what is still typed goes nowhere.
            return;
        }
    }

    private void deliver(Sending what) {
        Terminal to = terminal;
        if (to == null) {
            return;
        }
        try {
            what.to(to);
        } catch (AgentException e) {
            finish(e.problem().detail());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Something said to a terminal.
    @FunctionalInterface
    private interface Sending {
        void to(Terminal terminal) throws AgentException, InterruptedException;
    }
}
