package dev.belljar.contract.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ClaimTextTest {
    private static final String ESC = "\u001b";

    @Test
    void ordinaryTextStays() {
        assertThat(ClaimText.of("Fix the “login” – 5 €, 漢字", 40)).isEqualTo("Fix the “login” – 5 €, 漢字");
        assertThat(ClaimText.of("  two\n\tlines \r\n", 40)).isEqualTo("two lines");
        assertThat(ClaimText.of("", 40)).isEmpty();
    }

    @Test
    void escapeSequencesAreRemoved() {
        assertThat(ClaimText.of(ESC + "[1;31mred" + ESC + "[0m text", 40)).isEqualTo("red text");
        assertThat(ClaimText.of("a" + ESC + "]0;other title\u0007b" + ESC + "]8;;http://x" + ESC + "\\c", 40))
                .isEqualTo("abc");
        assertThat(ClaimText.of("a" + ESC + "Pdevice" + ESC + "\\b" + ESC + "(Bc" + ESC + "7d", 40))
                .isEqualTo("abcd");
        assertThat(ClaimText.of("a\u009b31mb\u009d0;title\u009cc", 40)).isEqualTo("abc");
        assertThat(ClaimText.of("a" + ESC + "]0;without end", 40)).isEqualTo("a");
        assertThat(ClaimText.of("a" + ESC, 40)).isEqualTo("a?");
    }

    @Test
    void invisibleCharactersAreMarked() {
        assertThat(ClaimText.of("a\u202eb\u2066c\u200bd\u0000e\ud800f", 40)).isEqualTo("a?b?c?d?e?f");
    }

    @Test
    void longTextIsCut() {
        assertThat(ClaimText.of("abcdef", 6)).isEqualTo("abcdef");
        assertThat(ClaimText.of("abcdefg", 6)).isEqualTo("abcde…");
        assertThat(ClaimText.of("😀😀😀", 2)).isEqualTo("😀…");
        assertThat(ClaimText.of("x".repeat(50_000_000), 10)).hasSize(10);
    }

    @Property(tries = 3_000)
    void resultIsShortAndVisible(@ForAll @Size(max = 200) byte[] bytes, @ForAll @IntRange(min = 1, max = 60) int most) {
        for (String text : new String[] {
            new String(bytes, StandardCharsets.UTF_8),
            new String(bytes, StandardCharsets.ISO_8859_1),
            new String(bytes, StandardCharsets.UTF_16)
        }) {
            String shown = ClaimText.of(text, most);
            assertThat(shown.codePointCount(0, shown.length())).isLessThanOrEqualTo(most);
            assertThat(shown.codePoints().allMatch(VisibleText::is)).isTrue();
            assertThat(ClaimText.of(shown, most)).isEqualTo(shown);
        }
    }
}
