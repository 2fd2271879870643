package dev.belljar.agent.api.socket;

import dev.belljar.agent.api.http.ApiException;
import dev.belljar.agent.api.http.HttpResponses;
import dev.belljar.agent.api.http.RequestReader;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.TerminalControl;
import dev.belljar.contract.view.session.TerminalExit;
import dev.belljar.contract.view.session.TerminalStarted;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One command, or one terminal on a session, on one WebSocket.
///
/// The client's first text is the `ExecCommand`, or the `AttachSession`; the answer is `TerminalStarted`. Then
/// binary messages carry bytes, their first byte the channel (0 input, 1 output, 2 errors), and the client's
/// texts are `TerminalControl`s. At the end come `TerminalExit` and close code 1000.
///
/// Only messages that arrive while the command is being started are buffered (`PendingMessages`). After that one
/// thread, which may block, hands over one message at a time: a command that does not read its input stops the
/// socket, and TCP stops the client. Output is read only once the message before was sent. When one side ends,
/// the other is ended too, also while the command is being started.
final class TerminalSocket {
    private static final Logger LOG = LoggerFactory.getLogger(TerminalSocket.class);
    private static final int CHUNK = 32 << 10;
    private static final byte STDIN = 0;
    private static final byte STDOUT = 1;
    private static final byte STDERR = 2;
    private static final int NORMAL = 1000;
    private static final int POLICY = 1008;

    private final Opening opening;
    private final String sandbox;
    private final Session session;
    private final SocketSender sender;
    private final PendingMessages early = new PendingMessages();
    private volatile @Nullable GuestExec exec;
    private volatile @Nullable Thread opener;
    private volatile boolean closed;
    private volatile boolean commanded;

    /// Starts what the client's first text asks for.
    interface Opening {
        Opened open(String message) throws BelljarException, InterruptedException;
    }

    /// The command that was started, and the message that tells the client.
    record Opened(GuestExec exec, TerminalStarted started) {}

    TerminalSocket(Opening opening, String sandbox, Session session) {
        this.opening = opening;
        this.sandbox = sandbox;
        this.session = session;
        this.sender = new SocketSender(session);
    }

    /// The id of the sandbox the command runs in.
    String sandbox() {
        return sandbox;
    }

    /// Ends the socket unless the client sends a command within this time.
    void awaitCommand(Duration patience) {
        Thread.ofVirtual().name("terminal-wait " + sandbox).start(() -> {
            try {
                Thread.sleep(patience);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (!commanded) {
                refuse(ApiException.invalid("no command was sent on the terminal socket: expected one within %d ms"
                        .formatted(patience.toMillis())));
            }
        });
    }

    /// Handles a text message of the client.
    void text(String message) {
        if (!commanded) {
            commanded = true;
            opener = Thread.ofVirtual().name("terminal " + sandbox).start(() -> run(message));
        } else {
            hand(message.length(), () -> control(message));
        }
    }

    /// Handles a binary message of the client; returns once the command has taken it or, while the command is
    /// being started, once it is buffered.
    void binary(ByteBuffer message) {
        if (!commanded || !message.hasRemaining() || message.get() != STDIN) {
            refuse(ApiException.invalid(
                    "unexpected binary message: expected the command first, then input on channel 0"));
            return;
        }
        byte[] input = new byte[message.remaining()];
        message.get(input);
        hand(input.length, () -> type(input));
    }

    private void hand(int length, Runnable message) {
        try {
            if (!early.keep(length, message)) {
                message.run();
            }
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
        }
    }

    private void type(byte[] input) {
        GuestExec running = exec;
        if (running == null) {
            return; // it was never begun
        }
        try {
            OutputStream stdin = running.stdin();
            stdin.write(input);
            stdin.flush();
        } catch (IOException e) {
            // The command ended or closed its input; `TerminalExit` tells the client.
            LOG.debug("{}: the command did not read its input", sandbox, e);
        }
    }

    private void control(String message) {
        GuestExec running = exec;
        if (running == null) {
            return; // it was never begun
        }
        try {
            control(running, RequestReader.strict(message, TerminalControl.class));
        } catch (BelljarException e) {
            refuse(e);
        } catch (IOException e) {
            LOG.debug("{}: the client sent input after the command ended", sandbox, e);
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
        }
    }

    /// Handles that the client is gone: ends the command, or stops starting it.
    void close() {
        closed = true;
        commanded = true;
        early.drop();
        GuestExec running = exec;
        Thread beginning = opener;
        if (running != null) {
            running.close();
        } else if (beginning != null) {
            beginning.interrupt();
        }
    }

    private static void control(GuestExec running, TerminalControl control)
            throws BelljarException, InterruptedException, IOException {
        switch (control.op()) {
            case "resize" -> running.resize(size("rows", control.rows()), size("cols", control.cols()));
            case "signal" -> {
                Integer number = control.signal();
                running.signal((int) RequestReader.number("signal", String.valueOf(number), 1, 64));
            }
            case "eof" -> running.stdin().close();
            default ->
                throw ApiException.invalid("op \"" + control.op() + "\": expected \"resize\", \"signal\" or \"eof\"");
        }
    }

    static int size(String name, @Nullable Integer value) throws ApiException {
        return (int) RequestReader.number(name, String.valueOf(value), 1, 10_000);
    }

    private void run(String message) {
        try {
            Opened opened = opening.open(message);
            exec = opened.exec();
            if (closed) {
                opened.exec().close();
                return;
            }
            Thread.ofVirtual().name("terminal-early " + sandbox).start(early::letThrough);
            run(opened.exec(), opened.started());
        } catch (BelljarException e) {
            refuse(e);
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // The top of a thread: without a message the client would wait for ever.
            end(new TerminalExit(null, null, false, HttpResponses.internal(e, "a terminal of " + sandbox)), POLICY);
            close();
        }
    }

    private void run(GuestExec running, TerminalStarted started) {
        try (running) {
            sender.text(started);
            Thread errors = Thread.ofVirtual()
                    .name("terminal-err " + sandbox)
                    .start(() -> forward(running, running.stderr(), STDERR));
            forward(running, running.stdout(), STDOUT);
            errors.join();
            GuestExit exit = running.await();
            end(new TerminalExit(exit.code(), exit.signal(), exit.timedOut(), null), NORMAL);
        } catch (BelljarException e) {
            end(new TerminalExit(null, null, false, e.problem()), NORMAL);
        } catch (IOException e) {
            LOG.debug("{}: the client disconnected from its terminal", sandbox, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forward(GuestExec running, InputStream from, byte channel) {
        byte[] chunk = new byte[CHUNK + 1];
        chunk[0] = channel;
        try {
            for (int n = from.read(chunk, 1, CHUNK); n >= 0; n = from.read(chunk, 1, CHUNK)) {
                ByteBuffer message = ByteBuffer.wrap(chunk, 0, n + 1);
                sender.binary(message);
            }
        } catch (IOException e) {
            // Either the guest's side broke, which `await` reports, or the client is gone and nobody reads on.
            if (closed || !session.isOpen()) {
                running.close();
            }
        } catch (InterruptedException e) {
            running.close();
            Thread.currentThread().interrupt();
        }
    }

    /// Sends the client the problem, and ends the socket.
    void refuse(BelljarException e) {
        end(new TerminalExit(null, null, false, e.problem()), POLICY);
        close();
    }

    private void end(TerminalExit exit, int code) {
        if (closed) {
            return;
        }
        try {
            sender.text(exit);
            sender.close(code);
        } catch (IOException e) {
            LOG.debug("{}: the client disconnected before the end", sandbox, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
