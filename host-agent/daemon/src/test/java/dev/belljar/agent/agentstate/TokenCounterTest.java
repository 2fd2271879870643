package dev.belljar.agent.agentstate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.environment.CodingAgent.TranscriptFormat;
import dev.belljar.contract.sandbox.CodingAgentStatus.TokenUse;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TokenCounterTest {
    private static final String MESSAGE =
            "{\"type\":\"assistant\",\"message\":{\"id\":\"%s\",\"usage\":{\"input_tokens\":%d,"
                    + "\"output_tokens\":%d,\"cache_creation_input_tokens\":3,\"cache_read_input_tokens\":100}}}";

    private static @Nullable TokenUse read(TranscriptFormat format, String... lines) {
        TokenCounter counter = new TokenCounter(format);
        for (String line : lines) {
            counter.line(line);
        }
        return counter.use();
    }

    @Test
    void messageOfClaudeCodeCountsOnce() {
        assertThat(read(
                        TranscriptFormat.CLAUDE,
                        "{\"type\":\"user\",\"message\":{\"content\":\"hello\"}}",
                        MESSAGE.formatted("m1", 10, 20),
                        MESSAGE.formatted("m1", 10, 20),
                        MESSAGE.formatted("m2", 1, 2)))
                .isEqualTo(new TokenUse(17, 22, 200, null, false));
        assertThat(read(
                        TranscriptFormat.CLAUDE,
                        MESSAGE.formatted("m1", 10, 20),
                        "{\"type\":\"cost-state\",\"totalCostUSD\":0.6213}"))
                .isEqualTo(new TokenUse(13, 20, 100, 621_300L, false));
    }

    @Test
    void lastSumOfCodexCounts() {
        String line = "{\"timestamp\":\"t\",\"type\":\"event_msg\",\"payload\":{\"type\":\"token_count\",\"info\":{"
                + "\"total_token_usage\":{\"input_tokens\":%d,\"cached_input_tokens\":40,\"output_tokens\":5}}}}";
        assertThat(read(TranscriptFormat.CODEX, line.formatted(50), line.formatted(90)))
                .isEqualTo(new TokenUse(50, 5, 40, null, false));
        assertThat(read(
                        TranscriptFormat.CODEX,
                        "{\"type\":\"event_msg\",\"payload\":{\"type\":\"token_count\",\"info\":null}}"))
                .isNull();
    }

    @Test
    void lastVersionOfAMessageOfGeminiCounts() {
        String line =
                "{\"id\":\"%s\",\"type\":\"gemini\",\"tokens\":{\"input\":%d,\"output\":2,\"cached\":4,\"thoughts\":1,"
                        + "\"tool\":0,\"total\":9}}";
        assertThat(read(
                        TranscriptFormat.GEMINI,
                        line.formatted("a", 10),
                        line.formatted("a", 12),
                        line.formatted("b", 5)))
                .isEqualTo(new TokenUse(9, 6, 8, null, false));
    }

    @Test
    void linesOfAiderAreAdded() {
        assertThat(read(
                        TranscriptFormat.AIDER,
                        "> Tokens: 2.5k sent, 87 received.",
                        "> Tokens: 1,200 sent, 1.5k cache hit, 13 received. Cost: $0.01 message, $0.02 session."))
                .isEqualTo(new TokenUse(3_700, 100, 0, 20_000L, false));
    }

    @Test
    void otherFormatIsNotKnown() {
        assertThat(read(TranscriptFormat.NONE, MESSAGE.formatted("m1", 1, 2))).isNull();
        assertThat(read(TranscriptFormat.CLAUDE, "", "not json", "{\"type\":\"assistant\"", "[1]", "{\"type\":7}"))
                .isNull();
        assertThat(read(TranscriptFormat.CLAUDE, "{\"type\":\"assistant\",\"message\":{\"id\":\"a\",\"usage\":[]}}"))
                .isNull();
    }

    @Test
    void impossibleNumbersDoNoHarm() {
        assertThat(read(
                        TranscriptFormat.CLAUDE,
                        MESSAGE.replace("%d", "-5").formatted("m1"),
                        MESSAGE.replace("%d", "1e300").formatted("m2"),
                        MESSAGE.replace("%d", "\"7\"").formatted("m3"),
                        "{\"type\":\"cost-state\",\"totalCostUSD\":1e999999999}",
                        "{\"type\":\"cost-state\",\"totalCostUSD\":-1}"))
                .satisfies(use -> {
                    assertThat(use).isNotNull();
                    assertThat(use.input()).isBetween(0L, 1_000_000_000_000L);
                    assertThat(use.costMicros()).isNull();
                });
        TokenCounter counter = new TokenCounter(TranscriptFormat.CLAUDE);
        for (int i = 0; i < 100_000; i++) {
            counter.line(MESSAGE.formatted("m" + i, 1, 1));
        }
        assertThat(counter.use()).isEqualTo(new TokenUse(400_000, 100_000, 10_000_000, null, false));
    }

    @Property(tries = 2_000)
    void anyLineIsRead(@ForAll @Size(max = 300) byte[] bytes, @ForAll String text) {
        String line = new String(bytes, StandardCharsets.UTF_8);
        for (TranscriptFormat format : TranscriptFormat.values()) {
            read(
                    format,
                    line,
                    "{" + line,
                    MESSAGE.formatted("x", 1, 2) + text,
                    "> Tokens: " + text,
                    "{\"type\":" + text);
        }
    }
}
