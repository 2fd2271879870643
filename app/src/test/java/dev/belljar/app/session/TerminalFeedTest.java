package dev.belljar.app.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Tests that all output is drawn and that its end is reported only after that.
class TerminalFeedTest {
    private final TerminalFeed feed = new TerminalFeed(new OutputGate(words -> {}, () -> {})) {
        @Override
        public void write(byte[] bytes) {}

        @Override
        public String getName() {
            return "feed";
        }
    };

    @Test
    void theFeedIsConnectedUntilItsLastOutputIsRead() throws Exception {
        feed.accept("last words".getBytes(StandardCharsets.UTF_8));
        feed.end("ended");
        char[] buffer = new char[100];
        assertThat(feed.isConnected()).isTrue();
        assertThat(new String(buffer, 0, feed.read(buffer, 0, buffer.length))).isEqualTo("last words");
        assertThat(feed.isConnected()).isTrue();
        assertThat(feed.read(buffer, 0, buffer.length)).isNegative();
        assertThat(feed.isConnected()).isFalse();
        assertThat(feed.read(buffer, 0, buffer.length))
                .as("and it stays at its end")
                .isNegative();
    }

    @Test
    void aSplitCharacterIsDrawnWhole() throws Exception {
        byte[] euro = "€".getBytes(StandardCharsets.UTF_8);
        feed.accept(new byte[] {euro[0]});
        feed.accept(new byte[] {euro[1], euro[2]});
        char[] buffer = new char[4];
        assertThat(new String(buffer, 0, feed.read(buffer, 0, buffer.length))).isEqualTo("€");
    }
}
