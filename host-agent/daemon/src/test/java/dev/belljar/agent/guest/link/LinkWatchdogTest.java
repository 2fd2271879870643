package dev.belljar.agent.guest.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.guest.frame.SendQueue;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LinkWatchdogTest {
    private static final Duration SILENCE = Duration.ofMillis(240);
    private static final long PATIENCE_SECONDS = 60;

    private final LinkWatchdog watchdog = new LinkWatchdog(SILENCE, new SendQueue());
    private final BlockingQueue<String> wrong = new LinkedBlockingQueue<>();
    private final Thread watching = Thread.ofVirtual().unstarted(this::watch);

    @AfterEach
    void end() {
        watching.interrupt();
    }

    @Test
    void aGuestThatSendsNothingIsSilent() throws Exception {
        watchdog.listens();
        watching.start();
        assertThat(wrong.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).contains("nothing was received");
    }

    /// The reader has not looked for the next frame yet, so it cannot know whether there is one.
    @Test
    void theTimeThatTheHostAgentNeedsForAFrameIsNotSilence() throws Exception {
        watchdog.listens();
        watchdog.heard();
        watching.start();
        assertThat(wrong.poll(SILENCE.toMillis() * 4, TimeUnit.MILLISECONDS)).isNull();
        watchdog.listens();
        assertThat(wrong.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).contains("nothing was received");
    }

    private void watch() {
        try {
            watchdog.watch(wrong::add);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
