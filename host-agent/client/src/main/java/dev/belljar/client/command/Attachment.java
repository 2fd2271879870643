package dev.belljar.client.command;

import dev.belljar.client.AgentException;
import dev.belljar.client.Terminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.ExecCommand;
import dev.belljar.contract.view.TerminalExit;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ties this program's input, output, signals and terminal size to a command in a machine.
final class Attachment {
    private static final Logger LOG = LoggerFactory.getLogger(Attachment.class);
    private static final int INTERRUPT = 2;
    private static final int INTERRUPT_SECONDS = 10;
    private static final int SIGNAL_BASE = 128;
    private static final int PIPE = 13;
    private static final int TIMED_OUT = 124;
    private static final long SIZE_LOOK_MILLIS = 500;

    private final Session session;
    private final String sandbox;

    Attachment(Session session, String sandbox) {
        this.session = session;
        this.sandbox = sandbox;
    }

    /// Runs it to its end; the answer is its exit code, or 128 and the signal that ended it.
    int run(ExecCommand command) throws AgentException, InterruptedException {
        String before = command.pty() ? TerminalSize.raw() : "";
        Outputs outputs = new Outputs();
        try (Terminal terminal = session.agent().open(sandbox, command, outputs)) {
            Thread feeder = Thread.ofPlatform().daemon().name("stdin").start(() -> feed(terminal));
            Thread sizes = command.pty()
                    ? Thread.ofVirtual().name("size").start(() -> watchSize(terminal, command))
                    : Thread.ofVirtual().unstarted(() -> {});
            Thread hook = Thread.ofPlatform().unstarted(() -> interrupted(terminal, before));
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                return ended(
                        CompletableFuture.anyOf(terminal.exit(), outputs.unread).get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("a terminal's exit is always completed with a value", e);
            } finally {
                removeHook(hook);
                feeder.interrupt();
                sizes.interrupt();
            }
        } finally {
            TerminalSize.restore(before);
        }
    }

    /// The exit code of what came first: the command's end, or the end of whoever read its output.
    private int ended(Object first) throws AgentException {
        if (first instanceof TerminalExit exit) {
            if (exit.timedOut()) {
                session.aside("belljar: the command ran out of its time and was ended");
                return TIMED_OUT;
            }
            return code(exit);
        }
        return SIGNAL_BASE + PIPE;
    }

    private static int code(TerminalExit exit) throws AgentException {
        Problem problem = exit.problem();
        if (problem != null) {
            throw new AgentException(problem, null);
        }
        if (exit.signal() != null) {
            return SIGNAL_BASE + exit.signal();
        }
        return exit.code() == null ? 1 : exit.code();
    }

    private static void feed(Terminal terminal) {
        byte[] buffer = new byte[16_384];
        try {
            for (int n = System.in.read(buffer); n >= 0; n = System.in.read(buffer)) {
                terminal.send(buffer, 0, n);
            }
            terminal.eof();
        } catch (IOException | AgentException e) {
            LOG.debug("input ended", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void watchSize(Terminal terminal, ExecCommand command) {
        TerminalSize last = new TerminalSize(command.rows(), command.cols());
        try {
            while (true) {
                Thread.sleep(SIZE_LOOK_MILLIS);
                TerminalSize now = TerminalSize.now();
                if (!now.equals(last)) {
                    terminal.resize(now.rows(), now.cols());
                    last = now;
                }
            }
        } catch (AgentException e) {
            LOG.debug("size not told", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Ctrl+C here is Ctrl+C there: the command gets the signal and a moment to end, and its exit code is
    /// this program's.
    private static void interrupted(Terminal terminal, String before) {
        try {
            terminal.signal(INTERRUPT);
            int code = code(terminal.exit().get(INTERRUPT_SECONDS, TimeUnit.SECONDS));
            TerminalSize.restore(before);
            // The program is ending already; only so can it still say how the command ended.
            Runtime.getRuntime().halt(code);
        } catch (AgentException | ExecutionException | TimeoutException e) {
            LOG.debug("interrupt", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("already shutting down", e);
        }
    }

    private static final class Outputs implements TerminalListener {
        private final OutputStream out = new FileOutputStream(FileDescriptor.out);
        private final OutputStream err = new FileOutputStream(FileDescriptor.err);
        /// Completed when nobody reads what is written any more; the command is ended then, as a pipe would end it.
        private final CompletableFuture<Boolean> unread = new CompletableFuture<>();

        @Override
        public void output(byte[] bytes) {
            write(out, bytes);
        }

        @Override
        public void error(byte[] bytes) {
            write(err, bytes);
        }

        private void write(OutputStream to, byte[] bytes) {
            try {
                to.write(bytes);
            } catch (IOException e) {
                unread.complete(true);
            }
        }
    }
}
