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

/// A client of Zellij: the socket of its screen, and the one of what is said beside it. One thread reads, any may
/// write.
///
/// The first message is fetched at once, so that it can be known whether it has become a client at all.
final class ZellijClient implements AutoCloseable {
    private final WebSocketPipe terminal;
    private final SessionControl control;
    private final AttachLimiter turnstile;
    private final CompletableFuture<Optional<byte[]>> first = new CompletableFuture<>();
    private boolean begun;

    ZellijClient(WebSocketPipe terminal, SessionControl control, AttachLimiter turnstile) {
        this.terminal = terminal;
        this.control = control;
        this.turnstile = turnstile;
        Thread.ofVirtual().name("session-first").start(this::fetch);
    }

    private void fetch() {
        try {
            first.complete(terminal.read());
        } catch (SessionException | IOException e) {
            first.completeExceptionally(e);
        }
    }

    /// True if it ended before it was shown anything.
    boolean turnedAway() {
        return first.isCompletedExceptionally()
                || (first.isDone() && first.getNow(Optional.empty()).isEmpty());
    }

    /// True once it was shown something; false if it ended before, or nothing came for so long.
    boolean shown(Duration patience) throws InterruptedException {
        try {
            return first.get(patience.toMillis(), TimeUnit.MILLISECONDS).isPresent();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    /// The next piece of its screen; empty once it was let go in order.
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
            throw new IOException("nobody waits for the screen any more", e);
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

    /// Types.
    void type(byte[] bytes, int from, int length) throws IOException {
        terminal.binary(bytes, from, length);
    }

    /// Tells the size of its terminal.
    void resize(int rows, int cols) throws IOException {
        control.resize(rows, cols);
    }

    /// Reads what is said beside the screen until that ends; `renamed` gets the session's new name whenever it has one.
    void listen(Consumer<String> renamed) {
        control.listen(renamed);
    }

    @Override
    public void close() {
        control.close();
        terminal.close();
        turnstile.turn();
    }
}
