package dev.belljar.agent.sync.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeceptiveCharactersTest {
    private static int first(String text) {
        return DeceptiveCharacters.first(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void charactersThatHideOrTurnCodeAreFound() {
        IntStream.of(
                        0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x3164, 0xFE00, 0xFE0F, 0xFEFF, 0xFFA0, 0xE0001, 0xE0041,
                        0xE0101)
                .forEach(c ->
                        assertThat(first("a" + Character.toString(c) + "b")).isEqualTo(c));
        IntStream.rangeClosed(0x200B, 0x200F)
                .forEach(c -> assertThat(first("a" + (char) c)).isEqualTo(c));
        IntStream.rangeClosed(0x2060, 0x2064)
                .forEach(c -> assertThat(first("" + (char) c)).isEqualTo(c));
        assertThat(first("a = 1 // \u202e")).isEqualTo(0x202E);
    }

    @Test
    void ordinaryUsesAreNoFindings() {
        List.of(
                        "\ufeffthe mark at the start",
                        "\u2764\ufe0f \u00a9\ufe0e 1\ufe0f\u20e3 #\ufe0f\u20e3",
                        "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67",
                        "\u2764\ufe0f\u200d\ud83d\udd25 \ud83d\udc4b\ud83c\udffd \ud83c\udff3\ufe0f\u200d\ud83c\udf08",
                        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
                        "\u0915\u094d\u200d\u0937 \u65e5\u672c\u8a9e \ud55c\uae00 \u00fc")
                .forEach(text -> assertThat(first(text)).as(text).isZero());
    }

    @Test
    void joinersAndSelectorsWithoutTheirOtherHalfAreFound() {
        assertThat(first("a\ufe0f")).isEqualTo(0xFE0F);
        assertThat(first("a1\ufe0f = 2")).isEqualTo(0xFE0F);
        assertThat(first("1\ufe0f")).isEqualTo(0xFE0F);
        assertThat(first("\u2764\ufe0f\ufe0e")).isEqualTo(0xFE0E);
        assertThat(first("\ud83d\udc68\u200d")).isEqualTo(0x200D);
        assertThat(first("\ud83d\udc68\u200dx")).isEqualTo(0x200D);
        assertThat(first("\u0645\u200cx")).isEqualTo(0x200C);
        assertThat(first("x\u200c\u0645")).isEqualTo(0x200C);
        assertThat(first("\n\ufeff")).isEqualTo(0xFEFF);
    }

    @Test
    void bytesThatAreNotTextAreSkipped() {
        assertThat(DeceptiveCharacters.first(new byte[] {(byte) 0xAD, 'a', (byte) 0xE2, 'b', (byte) 0x80, (byte) 0x8B}))
                .isZero();
        assertThat(DeceptiveCharacters.first(new byte[] {(byte) 0xE2, (byte) 0xE2, (byte) 0x80, (byte) 0x8B}))
                .isEqualTo(0x200B);
    }
}
