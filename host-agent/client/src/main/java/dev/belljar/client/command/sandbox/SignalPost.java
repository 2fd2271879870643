package dev.belljar.client.command.sandbox;

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

    /// Creates a forwarder for the command that this thread is about to start.
    SignalPost(Thread waiting) {
        this.waiting = waiting;
    }

    /// Forwards signals to this command from now on.
    ///
    /// @throws InterruptedException if a signal arrived before
    synchronized void opened(RemoteTerminal running, boolean inTerminal) throws InterruptedException {
        if (early != 0) {
            throw new InterruptedException("signal " + early);
        }
        terminal = running;
        pty = inTerminal;
    }

    /// The signal that arrived before the command ran, or 0.
    synchronized int early() {
        return early;
    }

    /// Returns whether a command runs to which signals are forwarded.
    synchronized boolean running() {
        return terminal != null;
    }

    /// Handles a received signal.
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
                // An interactive shell ignores SIGTERM, but not SIGHUP, which says that its terminal is gone.
                running.signal(pty && signal == ProcessSignals.END ? ProcessSignals.HANG_UP : signal);
            } else if (pty) {
                TerminalSize size = ControllingTerminal.size();
                running.resize(size.rows(), size.cols());
            }
        } catch (AgentException e) {
            LOG.debug("signal {} could not be forwarded", signal, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
