package dev.belljar.agent.session;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A terminal attached to a Zellij session, presented as a command: its output is the session's screen, and it
/// ends when the client is detached.
///
/// A killed Zellij server leaves its clients' sockets open and silent, so its presence is polled. A session that
/// is missing once may have a busy server, or one that is about to write its session information.
public final class SessionExec implements GuestExec {
    private static final Duration LOOKS = Duration.ofSeconds(3);
    private static final int KICKED = 4001;

    private final ZellijClient client;
    private final Presence presence;
    private final AtomicReference<String> name;
    private final CompletableFuture<GuestExit> end = new CompletableFuture<>();
    private final Thread looking;
    private final ZellijKeyboard keyboard;
    private byte[] current = new byte[0];
    private int at;

    /// Tests whether a session still exists.
    interface Presence {
        SessionPresence of(String session) throws SessionException, GuestException, InterruptedException;
    }

    SessionExec(ZellijClient client, Presence presence, String name) {
        this.client = client;
        this.keyboard = new ZellijKeyboard(client::type);
        this.presence = presence;
        this.name = new AtomicReference<>(name);
        Thread.ofVirtual().name("session-control").start(() -> client.listen(this::renamed));
        this.looking = Thread.ofVirtual().name("session-look").start(this::look);
    }

    @Override
    public int pid() {
        return 0;
    }

    @Override
    public OutputStream stdin() {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                keyboard.type(bytes, from, length);
            }
        };
    }

    @Override
    public InputStream stdout() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                return take(bytes, from, length);
            }
        };
    }

    @Override
    public InputStream stderr() {
        return InputStream.nullInputStream();
    }

    /// Does nothing: a session accepts keys but no signals.
    @Override
    public void signal(int number) {}

    @Override
    public void resize(int rows, int cols) throws GuestException {
        try {
            client.resize(rows, cols);
        } catch (IOException e) {
            throw lost(e);
        }
    }

    @Override
    public GuestExit await() throws GuestException, InterruptedException {
        try {
            return end.get();
        } catch (ExecutionException e) {
            throw lost(e.getCause());
        }
    }

    @Override
    public void close() {
        looking.interrupt();
        end.complete(new GuestExit(0, null, false));
        client.close();
    }

    private int take(byte[] bytes, int from, int length) throws IOException {
        while (at >= current.length) {
            Optional<byte[]> message = next();
            if (message.isEmpty()) {
                return -1;
            }
            current = message.get();
            at = 0;
        }
        int count = Math.min(length, current.length - at);
        System.arraycopy(current, at, bytes, from, count);
        at += count;
        return count;
    }

    private Optional<byte[]> next() throws IOException {
        try {
            Optional<byte[]> message = client.read();
            if (message.isEmpty()) {
                // The client was detached cleanly, by its own keys or by another client.
                end.complete(new GuestExit(client.closeCode() == KICKED ? 1 : 0, null, false));
            }
            return message;
        } catch (SessionException | IOException e) {
            end.completeExceptionally(e);
            return Optional.empty();
        }
    }

    private void renamed(String next) {
        if (SessionName.valid(next)) {
            name.set(next);
        }
    }

    private void look() {
        try {
            Exception why = null;
            for (int misses = 0; !SessionPresence.ended(misses); ) {
                Thread.sleep(LOOKS);
                try {
                    misses = presence.of(name.get()).misses(misses);
                    why = null;
                } catch (SessionException | GuestException e) {
                    misses = SessionPresence.NOT_LISTED.misses(misses);
                    why = e;
                }
            }
            gone(why);
        } catch (InterruptedException e) {
            // The client is no longer attached.
        }
    }

    private void gone(@Nullable Exception why) {
        end.completeExceptionally(SessionException.lost("the session " + name.get() + " no longer exists", why));
        client.close();
    }

    private GuestException lost(@Nullable Throwable why) {
        return new GuestException(
                SessionException.LOST,
                why == null || why.getMessage() == null ? "the session was lost" : why.getMessage(),
                "Open a terminal to start the session again.",
                why);
    }
}
