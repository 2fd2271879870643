package dev.belljar.app.session;

import com.techsenger.jeditermfx.core.util.TermSize;
import dev.belljar.app.text.Texts;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.view.session.TerminalExit;
import dev.belljar.contract.view.session.TerminalStarted;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A terminal attached to the session of the machine. When the connection is lost, because the machine
/// hibernated, the host agent restarted or the session was killed, it attaches again until the tab is closed.
public final class SessionFeed extends TerminalFeed {
    private static final Texts TEXTS = Texts.of(SessionFeed.class);
    private static final Duration FIRST = Duration.ofMillis(300);
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final String TOO_MANY = "terminal.too-many";
    private static final int ROWS = 30;
    private static final int COLS = 100;

    private final SessionAttacher attacher;
    private final ConnectionListener connectionListener;
    private final boolean watch;
    private final TypedInput typing = new TypedInput(problem -> {});
    private volatile Duration pause = FIRST;
    private volatile boolean closed;

    /// Opens a terminal on the session; calls exactly one of `attached` and `refused`.
    public interface SessionAttacher {
        void begin(
                AttachSession request,
                TerminalListener listener,
                Consumer<RemoteTerminal> attached,
                Consumer<Problem> refused);
    }

    /// Receives changes of the connection.
    public interface ConnectionListener {
        /// The terminal is attached to this session.
        void attached(TerminalStarted session);

        /// The connection was lost for the reason `why`; the feed attaches again.
        void lost(String why);
    }

    public SessionFeed(
            boolean watch, OutputGate gate, SessionAttacher attacher, ConnectionListener connectionListener) {
        super(gate);
        this.watch = watch;
        this.attacher = attacher;
        this.connectionListener = connectionListener;
    }

    /// Attaches and returns at once.
    public void attach() {
        TermSize size = typing.size();
        AttachSession request =
                new AttachSession(watch, size == null ? ROWS : size.getRows(), size == null ? COLS : size.getColumns());
        attacher.begin(request, new AttachmentOutput(), this::attached, this::lost);
    }

    private void attached(RemoteTerminal opened) {
        typing.to(opened);
        if (closed) {
            opened.close();
            return;
        }
        var _ = opened.exit().thenAccept(this::ended);
    }

    private void ended(TerminalExit exit) {
        if (closed) {
            return;
        }
        Problem problem = exit.problem();
        if (problem != null) {
            lost(problem);
        } else {
            typing.stop();
            finish(TEXTS.get("session.ended"));
        }
    }

    private void lost(Problem problem) {
        if (closed) {
            return;
        }
        if (problem.code().equals(TOO_MANY)) {
            // It would be refused until the user closes a terminal.
            typing.stop();
            finish(words(problem));
            return;
        }
        connectionListener.lost(words(problem));
        Duration wait = pause;
        pause = shorter(pause.multipliedBy(2), LONGEST);
        Thread.ofVirtual().name("belljar-session").start(() -> again(wait));
    }

    private void again(Duration wait) {
        try {
            Thread.sleep(wait);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!closed) {
            attach();
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    @Override
    public void write(byte[] bytes) {
        if (!watch) {
            typing.bytes(bytes);
        }
    }

    @Override
    public void resize(TermSize next) {
        typing.resize(next);
    }

    @Override
    public String getName() {
        return "session";
    }

    @Override
    public void close() {
        closed = true;
        super.close();
        typing.close();
    }

    /// Receives the output of one attachment; the output left from the previous one is discarded.
    private final class AttachmentOutput implements TerminalListener {
        private @Nullable TerminalStarted session;

        @Override
        public void started(TerminalStarted started) {
            session = started;
            pause = FIRST;
            anew();
            connectionListener.attached(started);
        }

        @Override
        public void output(byte[] bytes) {
            if (session == null) {
                return;
            }
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
    }
}
