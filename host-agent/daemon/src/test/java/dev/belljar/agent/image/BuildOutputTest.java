package dev.belljar.agent.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BuildOutputTest {
    private final List<Integer> messages = new ArrayList<>();
    private final BuildOutput output = new BuildOutput((percent, words) -> messages.add(percent));

    @Test
    void percentsBeyondAHundredAreAHundred() {
        output.heard("progress 999 Nearly");

        assertThat(messages).containsExactly(100);
    }

    @Test
    void malformedProgressLinesAreKeptAsText() {
        output.heard("progress is slow");
        output.heard("progress 1e9 x");

        assertThat(messages).isEmpty();
        assertThat(output.lastLines()).containsExactly("progress is slow", "progress 1e9 x");
    }

    @Test
    void onlyTheLastLinesAreKeptAndLongOnesAreCut() {
        for (int i = 0; i < 1000; i++) {
            output.heard(i + "x".repeat(10_000));
        }

        assertThat(output.lastLines()).hasSize(12).allMatch(line -> line.length() == 400);
        assertThat(output.lastLine())
                .hasValueSatisfying(line -> assertThat(line).startsWith("999x"));
    }
}
