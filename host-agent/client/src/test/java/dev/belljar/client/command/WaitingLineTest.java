package dev.belljar.client.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WaitingLineTest {
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(shown, true, StandardCharsets.UTF_8);

    @Test
    void aLongWaitIsShownAndItsLineIsErased() throws Exception {
        WaitingLine waiting = new WaitingLine(err, true, Duration.ZERO);

        int answer = waiting.during("Comparing", () -> {
            while (!text().contains("Comparing … 0 s")) {
                Thread.sleep(5);
            }
            return 7;
        });

        assertThat(answer).isEqualTo(7);
        assertThat(text()).endsWith("\r\033[K");
    }

    @Test
    void aSilentWaitingLineShowsNothing() throws Exception {
        assertThat(WaitingLine.silent(err).person()).isFalse();
        assertThat(WaitingLine.silent(err).patience()).isGreaterThan(Duration.ofDays(1));
        WaitingLine.silent(err).during("Comparing", () -> 7);
        assertThat(text()).isEmpty();
    }

    @Test
    void aShortWaitIsNotShown() throws Exception {
        assertThat(new WaitingLine(err, true, Duration.ofDays(1)).<Integer>during("Comparing", () -> 7))
                .isEqualTo(7);
        assertThat(text()).isEmpty();
    }

    @Test
    void withoutATerminalNoWaitIsShown() throws Exception {
        new WaitingLine(err, false, Duration.ZERO).during("Comparing", () -> {
            Thread.sleep(50);
            return 7;
        });
        assertThat(text()).isEmpty();
    }

    @Test
    void withoutATerminalAnUnrequestedWaitIsReportedOnce() throws Exception {
        WaitingLine waiting = new WaitingLine(err, false, Duration.ZERO);
        int answer = waiting.duringOrOnce("Waiting for the host agent to start", () -> {
            while (text().isEmpty()) {
                Thread.sleep(5);
            }
            Thread.sleep(50);
            return 7;
        });
        assertThat(answer).isEqualTo(7);
        assertThat(text()).isEqualTo("belljar: Waiting for the host agent to start\n");
        assertThat(new WaitingLine(err, false, Duration.ofDays(1)).<Integer>duringOrOnce("More", () -> 8))
                .isEqualTo(8);
        assertThat(text()).doesNotContain("More");
    }

    @Test
    void aFailureIsThrownAndTheLineIsErased() {
        WaitingLine waiting = new WaitingLine(err, true, Duration.ZERO);
        assertThatThrownBy(() -> waiting.during("Comparing", () -> {
                    while (text().isEmpty()) {
                        Thread.sleep(5);
                    }
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(text()).endsWith("\r\033[K");
    }

    private String text() {
        return shown.toString(StandardCharsets.UTF_8);
    }
}
