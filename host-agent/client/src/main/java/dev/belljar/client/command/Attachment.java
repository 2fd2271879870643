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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ties this program's input, output, signals and terminal size to a command in a machine.
final class Attachment {
    private static final Logger LOG = LoggerFactory.getLogger(Attachment.class);
    private static final int SIGNAL_BASE = 128;
    private static final int PIPE = 13;
    private static final int TIMED_OUT = 124;

    private final Session session;
    private final String sandbox;

    Attachment(Session session, String sandbox) {
        this.session = session;
        this.sandbox = sandbox;
    }

    /// Runs it to its end; the answer is its exit code, or 128 and the signal that ended it. Signals to this
    /// program go to the command; one that comes before there is a command ends the attempt.
    int run(ExecCommand command) throws AgentException, InterruptedException {
        SignalPost post = new SignalPost(Thread.currentThread());
        Signals.follow(post::got);
        try {
            return attached(command, post);
        } catch (InterruptedException e) {
            if (post.early() == 0) {
                throw e;
            }
            return SIGNAL_BASE + post.early();
        }
    }

    private int attached(ExecCommand command, SignalPost post) throws AgentException, InterruptedException {
        Outputs outputs = new Outputs();
        String before = "";
        try (Terminal terminal = session.agent().open(sandbox, command, outputs)) {
            post.opened(terminal, command.pty());
            before = command.pty() ? TerminalSize.raw() : "";
            Thread feeder = Thread.ofPlatform().daemon().name("stdin").start(() -> feed(terminal));
            try {
                return ended(
                        CompletableFuture.anyOf(terminal.exit(), outputs.unread).get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("a terminal's exit is always completed with a value", e);
            } finally {
                feeder.interrupt();
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

    private static final class Outputs implements TerminalListener {
        private final OutputStream out = new FileOutputStream(FileDescriptor.out);
        private final OutputStream err = new FileOutputStream(FileDescriptor.err);
        /// Completed when nobody reads what is written any more; the command is ended then, as a
        /// pipe would end it.
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
