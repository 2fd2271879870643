package dev.belljar.agent.guest.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.link.Peer;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that a guest's bytes become text that can be shown.
class GuestTextTest {
    @ParameterizedTest
    @CsvSource({
        "2f746d702f61, /tmp/a",
        "c3a9e282acf09f9880, é€😀",
        "610a62, a\\x0Ab",
        "1b5b326a, \\x1B[2j",
        "7f, \\x7F",
        "61e280ae62, a\\xE2\\x80\\xAEb",
        "e2808b, \\xE2\\x80\\x8B",
        "f3a08181, \\xF3\\xA0\\x81\\x81",
        "c280, \\xC2\\x80",
        "61ff62, a\\xFFb",
        "c3, \\xC3",
        "e28261, \\xE2\\x82a",
        "eda080, \\xED\\xA0\\x80",
        "c0af, \\xC0\\xAF"
    })
    void validTextIsKeptAndTheRestIsEscaped(String hex, String text) {
        assertThat(GuestText.of(TestBytes.hex(hex))).isEqualTo(text);
    }

    @Test
    void lengthIsBounded() {
        assertThat(GuestText.of("x".repeat(10_000).getBytes(StandardCharsets.UTF_8), 4_096))
                .hasSize(4_096);
        assertThat(GuestText.of(new byte[10_000], 4_096)).hasSize(4 * 4_096);
    }

    @Property(tries = 1_000)
    void noTerminalControlCharacterPasses(@ForAll byte[] bytes) {
        String text = GuestText.of(bytes);
        assertThat(text.codePoints().allMatch(VisibleText::is)).isTrue();
        assertThat(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .isEqualTo(text);
    }

    @Property(tries = 500)
    void printableTextIsKept(@ForAll String text) {
        String printable = text.codePoints()
                .filter(VisibleText::is)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        assertThat(GuestText.of(printable.getBytes(StandardCharsets.UTF_8))).isEqualTo(printable);
    }

    @Test
    void invalidWordsAreRefused() throws Exception {
        assertThat(GuestText.word(Peer.BOOT.getBytes(StandardCharsets.UTF_8), "BOOT_ID"))
                .isEqualTo(Peer.BOOT);
        for (String bad : new String[] {"", "a/b", "..", "a b", "x".repeat(65)}) {
            assertThatThrownBy(() -> GuestText.word(bad.getBytes(StandardCharsets.UTF_8), "BOOT_ID"))
                    .isInstanceOf(GuestException.class);
        }
    }
}
