package dev.belljar.agent.session;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A client of Zellij: a socket for its screen and one for control messages. One thread reads, any may write.
///
/// The first message is read at once, to find out whether Zellij accepted the client.
final class ZellijClient implements AutoCloseable {
    private final WebSocketPipe terminal;
    private final SessionControl control;
    private final AttachLimiter limiter;
    private final CompletableFuture<Optional<byte[]>> first = new CompletableFuture<>();
    private boolean begun;

    ZellijClient(WebSocketPipe terminal, SessionControl control, AttachLimiter limiter) {
        this.terminal = terminal;
        this.control = control;
        this.limiter = limiter;
        Thread.ofVirtual().name("session-first").start(this::fetch);
    }

    private void fetch() {
        try {
            first.complete(terminal.read());
        } catch (SessionException | IOException e) {
            first.completeExceptionally(e);
        }
    }

    /// True if Zellij closed it before sending a screen.
    boolean turnedAway() {
        return first.isCompletedExceptionally()
                || (first.isDone() && first.getNow(Optional.empty()).isEmpty());
    }

    /// True once a screen was received; false if the client ended before, or nothing came within `patience`.
    boolean shown(Duration patience) throws InterruptedException {
        try {
            return first.get(patience.toMillis(), TimeUnit.MILLISECONDS).isPresent();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    /// The next part of the screen; empty once the client was detached cleanly.
    ///
    /// @throws SessionException when the server breaks the protocol
    /// @throws IOException when the stream ends without being closed
    Optional<byte[]> read() throws SessionException, IOException {
        if (begun) {
            return terminal.read();
        }
        begun = true;
        return firstRead();
    }

    private Optional<byte[]> firstRead() throws SessionException, IOException {
        try {
            return first.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the session's screen", e);
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        }
    }

    private static IOException failure(@Nullable Throwable why) throws SessionException {
        if (why instanceof SessionException broken) {
            throw broken;
        }
        return why instanceof IOException lost ? lost : new IOException("the session's screen cannot be read", why);
    }

    /// The code with which the server closed; -1 before.
    int closeCode() {
        return terminal.closeCode();
    }

    /// Sends typed bytes.
    void type(byte[] bytes, int from, int length) throws IOException {
        terminal.binary(bytes, from, length);
    }

    /// Sends the size of the terminal.
    void resize(int rows, int cols) throws IOException {
        control.resize(rows, cols);
    }

    /// Reads control messages until they end; `renamed` gets each new name of the session.
    void listen(Consumer<String> renamed) {
        control.listen(renamed);
    }

    @Override
    public void close() {
        control.close();
        terminal.close();
        limiter.turn();
    }
}
