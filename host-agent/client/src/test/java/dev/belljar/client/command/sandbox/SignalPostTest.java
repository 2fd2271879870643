package dev.belljar.client.command.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.client.RemoteTerminal;
import dev.belljar.contract.view.session.TerminalExit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SignalPostTest {
    private final ReportedSizes told = new ReportedSizes();

    @Test
    void aRunningCommandReceivesEverySignal() throws Exception {
        SignalPost post = new SignalPost(Thread.currentThread());
        post.opened(told, false);
        List.of(1, 2, 3, 15).forEach(post::got);
        assertThat(told.words).containsExactly("signal 1", "signal 2", "signal 3", "signal 15");
        assertThat(post.early()).isZero();
    }

    @Test
    void aWindowSizeSignalResizesTheTerminal() throws Exception {
        SignalPost post = new SignalPost(Thread.currentThread());
        post.opened(told, true);
        post.got(ProcessSignals.WINDOW);
        assertThat(told.words).singleElement().asString().startsWith("resize ");
    }

    @Test
    void withoutATerminalAWindowSizeSignalIsIgnored() throws Exception {
        SignalPost post = new SignalPost(Thread.currentThread());
        post.got(ProcessSignals.WINDOW);
        post.opened(told, false);
        post.got(ProcessSignals.WINDOW);
        assertThat(told.words).isEmpty();
    }

    @Test
    void aSignalBeforeThereIsACommandEndsTheWait() throws Exception {
        Thread waiting = Thread.ofPlatform().start(() -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                told.words.add("interrupted");
            }
        });
        SignalPost post = new SignalPost(waiting);
        post.got(15);
        waiting.join();
        assertThat(told.words).containsExactly("interrupted");
        assertThat(post.early()).isEqualTo(15);
        assertThatThrownBy(() -> post.opened(told, false)).isInstanceOf(InterruptedException.class);
    }

    /// A terminal that records the signals and sizes it receives.
    private static final class ReportedSizes implements RemoteTerminal {
        private final List<String> words = new ArrayList<>();

        @Override
        public void send(byte[] bytes, int offset, int length) {
            words.add("input");
        }

        @Override
        public void eof() {
            words.add("eof");
        }

        @Override
        public void resize(int rows, int cols) {
            words.add("resize " + rows + " " + cols);
        }

        @Override
        public void signal(int number) {
            words.add("signal " + number);
        }

        @Override
        public CompletableFuture<TerminalExit> exit() {
            return new CompletableFuture<>();
        }

        @Override
        public void close() {
            words.add("close");
        }
    }
}
