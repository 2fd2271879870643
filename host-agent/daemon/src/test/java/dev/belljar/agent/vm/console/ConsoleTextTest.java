package dev.belljar.agent.vm.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that any output of a guest becomes clean lines of bounded length.
class ConsoleTextTest {
    @Test
    void plainLinesPassUnchanged() {
        assertThat(lines("[    0.1] Linux\r\nnext\n")).containsExactly("[    0.1] Linux", "next");
    }

    @Test
    void colourTitlesAndOtherSequencesAreDropped() {
        assertThat(lines("a\u001b[1;31mred\u001b[0m b\u001b]0;title\u0007c\u001b]52;c;aGk=\u001b\\d\u001b(Be\u001bM\n"))
                .containsExactly("ared bcde");
    }

    @Test
    void anUnendedSequenceCannotSwallowTheNextLine() {
        assertThat(lines("a\u001b]0;never ends\nnext\n")).containsExactly("a", "next");
    }

    @Test
    void aLoneCarriageReturnBeginsTheLineAgain() {
        assertThat(lines("10 %\r20 %\r100 %\n")).containsExactly("100 %");
    }

    @Test
    void aHugeLineIsCutOnceAndTheNextOneIsWhole() {
        List<String> lines = lines("x".repeat(1_000_000) + "\nnext\n");
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst()).hasSize(ConsoleText.LONGEST_LINE).endsWith("x…");
        assertThat(lines.getLast()).isEqualTo("next");
    }

    @Test
    void aLineIsNotCutInsideASurrogatePair() {
        String line = lines("𝄞".repeat(600) + "\n").getFirst();
        assertThat(line.length()).isLessThanOrEqualTo(ConsoleText.LONGEST_LINE);
        assertThat(line.codePoints()).allMatch(c -> c == '…' || c == 0x1D11E);
    }

    @ParameterizedTest
    @CsvSource({"\u202Egnp.exe", "a\u0000b", "\u009b31mx", "\u2028z", "\uE000q"})
    void charactersThatOnlyDisguiseAreDropped(String text) {
        assertThat(lines(text + "\n").getFirst())
                .doesNotContain("\u202E", "\u0000", "\u009b", "\u2028", "\uE000")
                .isNotEmpty();
    }

    @Test
    void anUnendedLineIsReturnedAtTheEnd() {
        assertThat(lines("tt login: ")).containsExactly("tt login: ");
    }

    @Property(tries = 300)
    void anyBytesInAnyPiecesGiveShortVisibleLines(@ForAll @Size(max = 4_000) byte[] bytes) {
        List<String> whole = new ArrayList<>();
        ConsoleText one = new ConsoleText(whole::add);
        one.feed(bytes, bytes.length);
        one.end();
        List<String> pieces = new ArrayList<>();
        ConsoleText many = new ConsoleText(pieces::add);
        for (byte b : bytes) {
            many.feed(new byte[] {b}, 1);
        }
        many.end();
        assertThat(pieces).isEqualTo(whole);
        assertThat(whole)
                .allMatch(line -> line.length() <= ConsoleText.LONGEST_LINE
                        && line.codePoints().noneMatch(Character::isISOControl));
    }

    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        ConsoleText console = new ConsoleText(lines::add);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        console.feed(bytes, bytes.length);
        console.end();
        return lines;
    }
}
