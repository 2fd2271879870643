package dev.belljar.client.command.sandbox;

import dev.belljar.client.AgentException;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.session.TerminalExit;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Connects this program's input, output, signals and terminal size with a command in a machine.
public final class TerminalAttachment {
    private static final Logger LOG = LoggerFactory.getLogger(TerminalAttachment.class);
    private static final int SIGNAL_BASE = 128;
    private static final int PIPE = 13;
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final int TIMED_OUT = 124;
    /// Ctrl+], which also ends telnet, as a plain control character and in the extended keyboard protocol.
    private static final List<String> LEAVE = List.of("\u001d", "\u001b[93;5u");

    /// Resets the terminal: leaves the extended keyboard protocol and the alternate screen, and switches off
    /// mouse reports, bracketed paste, colours and the hidden cursor.
    private static final String PLAIN = "\u001b[<u\u001b[?1049l\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l"
            + "\u001b[?1015l\u001b[?2004l\u001b[0m\u001b[?25h\r\n";

    private final CommandSession session;
    private final String sandbox;
    private final CompletableFuture<DetachedExit> left = new CompletableFuture<>();
    private final OutputWriter outputs;
    private boolean leavable;
    private @Nullable EarlySignals signals;
    private @Nullable TerminalExit exit;

    public TerminalAttachment(CommandSession session, String sandbox) {
        this(session, sandbox, new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err));
    }

    /// Creates an attachment with other outputs than this program's.
    public TerminalAttachment(CommandSession session, String sandbox, OutputStream out, OutputStream err) {
        this.session = session;
        this.sandbox = sandbox;
        this.outputs = new OutputWriter(out, err);
    }

    /// The result of the command; empty while it runs, and after detaching.
    public Optional<TerminalExit> exit() {
        return Optional.ofNullable(exit);
    }

    /// Runs a command to its end and returns its exit code, or 128 plus the signal that ended it. Signals to
    /// this program go to the command; a signal before the command runs ends the attempt.
    public int run(ExecCommand command) throws AgentException, InterruptedException {
        SignalPost post = new SignalPost(Thread.currentThread());
        follow(post::got);
        try {
            return attached(outputs -> session.agent().open(sandbox, command, outputs), command.pty(), post);
        } catch (InterruptedException e) {
            if (post.early() == 0) {
                throw e;
            }
            return SIGNAL_BASE + post.early();
        }
    }

    /// Attaches to the session of the sandbox until the session ends or the user detaches: with Ctrl+], by a
    /// signal, or by the end of the terminal. Returns 0, or 128 plus the signal.
    public int attach(AttachSession asked) throws AgentException, InterruptedException {
        SignalPost post = new SignalPost(Thread.currentThread());
        follow(signal -> leave(signal, post));
        leavable = true;
        Thread patience = Thread.ofVirtual().name("patience").start(this::wonder);
        try {
            return attached(outputs -> session.agent().attach(sandbox, asked, outputs), true, post);
        } finally {
            patience.interrupt();
            // Undo the terminal modes that the session has set.
            System.out.print(PLAIN);
            System.out.flush();
            if (left.isDone()) {
                session.aside("Detached. The session keeps running. Attach again with: belljar terminal %s", sandbox);
            }
        }
    }

    private void follow(IntConsumer consumer) {
        EarlySignals early = signals;
        if (early == null) {
            ProcessSignals.follow(consumer);
        } else {
            early.to(consumer);
        }
    }

    /// Takes over the signals that this program already follows.
    public TerminalAttachment with(EarlySignals followed) {
        signals = followed;
        return this;
    }

    /// Detaches on a signal. A session outlives this program, so signals are not forwarded to it.
    private void leave(int signal, SignalPost post) {
        if (signal == ProcessSignals.WINDOW || !post.running()) {
            post.got(signal);
        } else {
            left.complete(new DetachedExit(SIGNAL_BASE + signal));
        }
    }

    private void wonder() {
        try {
            Thread.sleep(LONG);
        } catch (InterruptedException e) {
            return; // the attachment has ended
        }
        if (!outputs.used) {
            session.aside(
                    "The session has not produced any output for %d s; the machine may be busy. `belljar terminal"
                            + " --shell %s` opens a plain shell.",
                    LONG.toSeconds(), sandbox);
        }
    }

    private interface TerminalOpener {
        RemoteTerminal open(TerminalListener outputs) throws AgentException, InterruptedException;
    }

    private int attached(TerminalOpener opening, boolean pty, SignalPost post)
            throws AgentException, InterruptedException {
        Optional<byte[]> before = Optional.empty();
        try (RemoteTerminal terminal = opening.open(outputs)) {
            post.opened(terminal, pty);
            before = pty ? ControllingTerminal.raw() : Optional.empty();
            Thread feeder = Thread.ofPlatform().daemon().name("stdin").start(() -> feed(terminal));
            try {
                return ended(CompletableFuture.anyOf(terminal.exit(), outputs.unread, left)
                        .get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("a terminal's exit is always completed with a value", e);
            } finally {
                feeder.interrupt();
            }
        } finally {
            before.ifPresent(ControllingTerminal::restore);
        }
    }

    /// The exit code for the first event: the end of the command, or the end of the program that read its
    /// output.
    private int ended(Object first) throws AgentException {
        if (first instanceof DetachedExit(int code)) {
            return code;
        }
        if (first instanceof TerminalExit last) {
            exit = last;
            return last.timedOut() ? TIMED_OUT : code(last);
        }
        return SIGNAL_BASE + PIPE;
    }

    /// The index at which this input detaches, or -1.
    static int leaving(String input) {
        return LEAVE.stream()
                .mapToInt(input::indexOf)
                .filter(at -> at >= 0)
                .min()
                .orElse(-1);
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

    private void feed(RemoteTerminal terminal) {
        byte[] buffer = new byte[16_384];
        try {
            for (int n = System.in.read(buffer); n >= 0; n = System.in.read(buffer)) {
                int end = leavable ? leaving(new String(buffer, 0, n, StandardCharsets.ISO_8859_1)) : -1;
                int count = end < 0 ? n : end;
                if (count > 0) {
                    terminal.send(buffer, 0, count);
                }
                if (end >= 0) {
                    break;
                }
            }
            if (leavable) {
                left.complete(new DetachedExit(0));
            } else {
                terminal.eof();
            }
        } catch (IOException | AgentException e) {
            LOG.debug("input ended", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The user detached from a session, which keeps running; the program ends with this exit code.
    private record DetachedExit(int code) {}

    private static final class OutputWriter implements TerminalListener {
        private final OutputStream out;
        private final OutputStream err;
        /// Completed when the reader of the output has closed it; the command is then ended, as by a broken
        /// pipe.
        private final CompletableFuture<Boolean> unread = new CompletableFuture<>();
        private volatile boolean used;

        private OutputWriter(OutputStream out, OutputStream err) {
            this.out = out;
            this.err = err;
        }

        @Override
        public void output(byte[] bytes) {
            write(out, bytes);
        }

        @Override
        public void error(byte[] bytes) {
            write(err, bytes);
        }

        private void write(OutputStream to, byte[] bytes) {
            used = true;
            try {
                to.write(bytes);
            } catch (IOException e) {
                unread.complete(true);
            }
        }
    }
}
