package dev.belljar.client.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.client.AgentException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
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
            Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> text().contains("Comparing … 0 s"));
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
        new WaitingLine(err, false, Duration.ZERO).during("Comparing", WaitingLineTest::anotherLineIsShown);
        assertThat(text()).isEmpty();
    }

    @Test
    void withoutATerminalAnUnrequestedWaitIsReportedOnce() throws Exception {
        WaitingLine waiting = new WaitingLine(err, false, Duration.ZERO);
        int answer = waiting.duringOrOnce("Waiting for the host agent to start", () -> {
            Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> !text().isEmpty());
            return anotherLineIsShown();
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
                    Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> !text().isEmpty());
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(text()).endsWith("\r\033[K");
    }

    /// Waits until a line that begins later is shown on a terminal.
    private static int anotherLineIsShown() throws AgentException, InterruptedException {
        ByteArrayOutputStream other = new ByteArrayOutputStream();
        PrintStream terminal = new PrintStream(other, true, StandardCharsets.UTF_8);
        return new WaitingLine(terminal, true, Duration.ZERO).during("Other", () -> {
            Awaitility.await()
                    .atMost(Durations.TWO_MINUTES)
                    .until(() -> other.toString(StandardCharsets.UTF_8).contains("Other"));
            return 7;
        });
    }

    private String text() {
        return shown.toString(StandardCharsets.UTF_8);
    }
}
