package dev.belljar.app.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.techsenger.jeditermfx.core.util.TermSize;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.view.session.TerminalExit;
import dev.belljar.contract.view.session.TerminalStarted;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests that a tab that loses its session attaches again, and that a closed one does not.
@Timeout(60)
class SessionFeedTest {
    private static final Problem LOST =
            Problem.of(new ProblemCode("session.lost", 502), "lost", "the session main no longer exists", null);

    private final BlockingQueue<Attempt> attempts = new LinkedBlockingQueue<>();
    private final List<String> messages = new CopyOnWriteArrayList<>();

    private record Attempt(
            AttachSession request,
            TerminalListener listener,
            Consumer<RemoteTerminal> attached,
            Consumer<Problem> refused) {}

    private SessionFeed feed(boolean watch) {
        return new SessionFeed(
                watch,
                new OutputGate(words -> {}, () -> {}),
                (request, listener, attached, refused) ->
                        attempts.add(new Attempt(request, listener, attached, refused)),
                new SessionFeed.ConnectionListener() {
                    @Override
                    public void attached(TerminalStarted session) {
                        messages.add("on " + session.session());
                    }

                    @Override
                    public void lost(String why) {
                        messages.add("lost");
                    }
                });
    }

    private Attempt next() throws InterruptedException {
        Attempt attempt = attempts.poll(30, TimeUnit.SECONDS);
        assertThat(attempt).isNotNull();
        return java.util.Objects.requireNonNull(attempt);
    }

    private static OneTerminal begin(Attempt attempt) {
        OneTerminal terminal = new OneTerminal();
        attempt.listener().started(new TerminalStarted(0, "main", "zellij"));
        attempt.attached().accept(terminal);
        return terminal;
    }

    @Test
    void aLostSessionIsReattachedAndRedrawn() throws Exception {
        SessionFeed feed = feed(false);
        feed.resize(new TermSize(120, 40));
        feed.attach();
        Attempt first = next();
        assertThat(first.request()).isEqualTo(new AttachSession(false, 40, 120));
        OneTerminal terminal = begin(first);
        first.listener().output("half \u001b[3".getBytes(StandardCharsets.UTF_8));
        terminal.exit.complete(new TerminalExit(null, null, false, LOST));
        next().refused().accept(LOST);
        Attempt third = next();
        begin(third);
        third.listener().output("whole".getBytes(StandardCharsets.UTF_8));
        char[] drawn = new char[64];
        StringBuilder all = new StringBuilder();
        while (!all.toString().endsWith("whole")) {
            all.append(drawn, 0, feed.read(drawn, 0, drawn.length));
        }
        assertThat(all.toString()).isEqualTo("\u001bchalf \u001bcwhole");
        assertThat(messages).containsExactly("on main", "lost", "lost", "on main");
        feed.close();
    }

    @Test
    void aSessionThatEndsNormallyEndsTheTab() throws Exception {
        SessionFeed feed = feed(false);
        feed.attach();
        begin(next()).exit.complete(new TerminalExit(0, null, false, null));
        assertThat(feed.last().get(30, TimeUnit.SECONDS)).contains("ended");
        assertThat(attempts.poll(1, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void aRefusalForTooManyTerminalsIsReportedAndNotRetried() throws Exception {
        SessionFeed feed = feed(false);
        feed.attach();
        next().refused()
                .accept(Problem.of(
                        new ProblemCode("terminal.too-many", 429), "too many", "32 are open", "Close one of them."));
        assertThat(feed.last().get(30, TimeUnit.SECONDS)).isEqualTo("32 are open. Close one of them.");
        assertThat(attempts.poll(1, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void aWatcherTypesNothing() throws Exception {
        SessionFeed feed = feed(true);
        feed.attach();
        Attempt attempt = next();
        assertThat(attempt.request().watch()).isTrue();
        OneTerminal terminal = begin(attempt);
        feed.write("rm -rf".getBytes(StandardCharsets.UTF_8));
        feed.close();
        terminal.closed.get(30, TimeUnit.SECONDS);
        assertThat(terminal.sent).isEmpty();
    }

    @Test
    void aClosedTabIsNotAttachedAgain() throws Exception {
        SessionFeed feed = feed(false);
        feed.attach();
        Attempt attempt = next();
        feed.close();
        OneTerminal late = begin(attempt);
        late.closed.get(30, TimeUnit.SECONDS);
        attempt.refused().accept(LOST);
        assertThat(attempts.poll(1, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void aClosedTabDoesNotBlockAProgramThatStillPrints() throws Exception {
        SessionFeed feed = feed(false);
        feed.attach();
        Attempt attempt = next();
        begin(attempt);
        Thread flood = Thread.ofVirtual().start(() -> {
            for (int i = 0; i < 200; i++) {
                attempt.listener().output(new byte[] {'y'});
            }
        });
        assertThat(flood.join(Duration.ofMillis(200))).isFalse();
        feed.close();
        assertThat(flood.join(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void aStuckTerminalCanStillBeClosed() throws Exception {
        SessionFeed feed = feed(false);
        feed.attach();
        OneTerminal terminal = begin(next());
        terminal.stuck = true;
        feed.write(new byte[] {'y'});
        feed.close();
        assertThat(terminal.closed.get(30, TimeUnit.SECONDS)).isTrue();
    }

    private static final class OneTerminal implements RemoteTerminal {
        final CompletableFuture<TerminalExit> exit = new CompletableFuture<>();
        final CompletableFuture<Boolean> closed = new CompletableFuture<>();
        final List<String> sent = new CopyOnWriteArrayList<>();
        volatile boolean stuck;

        @Override
        public void send(byte[] bytes, int offset, int length) {
            if (stuck) {
                closed.join();
            }
            sent.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
        }

        @Override
        public void eof() {}

        @Override
        public void resize(int rows, int cols) {}

        @Override
        public void signal(int number) {}

        @Override
        public CompletableFuture<TerminalExit> exit() {
            return exit;
        }

        @Override
        public void close() {
            closed.complete(true);
        }
    }
}
