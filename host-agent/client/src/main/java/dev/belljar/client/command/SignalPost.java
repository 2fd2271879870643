package dev.belljar.client.command;

import dev.belljar.client.AgentException;
import dev.belljar.client.RemoteTerminal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Forwards signals to a command in a machine once it runs; before that they end the wait for it.
final class SignalPost {
    private static final Logger LOG = LoggerFactory.getLogger(SignalPost.class);

    private final Thread waiting;
    private @Nullable RemoteTerminal terminal;
    private boolean pty;
    private int early;

    /// A post for the command this thread is about to open.
    SignalPost(Thread waiting) {
        this.waiting = waiting;
    }

    /// From now on signals go to this command.
    ///
    /// @throws InterruptedException when one came before
    synchronized void opened(RemoteTerminal running, boolean inTerminal) throws InterruptedException {
        if (early != 0) {
            throw new InterruptedException("signal " + early);
        }
        terminal = running;
        pty = inTerminal;
    }

    /// The signal that came before there was a command, 0 if none did.
    synchronized int early() {
        return early;
    }

    /// Whether there is a command that signals go to.
    synchronized boolean running() {
        return terminal != null;
    }

    /// A signal came.
    void got(int signal) {
        RemoteTerminal running;
        synchronized (this) {
            running = terminal;
            if (running == null && signal != ProcessSignals.WINDOW) {
                early = signal;
                waiting.interrupt();
            }
        }
        if (running != null) {
            pass(running, signal);
        }
    }

    private void pass(RemoteTerminal running, int signal) {
        try {
            if (signal != ProcessSignals.WINDOW) {
                // A shell at a terminal ignores being asked to end; that its terminal is gone it does not.
                running.signal(pty && signal == ProcessSignals.END ? ProcessSignals.HANG_UP : signal);
            } else if (pty) {
                TerminalSize size = TerminalSize.now();
                running.resize(size.rows(), size.cols());
            }
        } catch (AgentException e) {
            LOG.debug("signal {} not passed on", signal, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
