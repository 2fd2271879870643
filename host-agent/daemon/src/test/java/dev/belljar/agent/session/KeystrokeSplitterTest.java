package dev.belljar.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests that input is sent key by key and completely.
class KeystrokeSplitterTest {
    private static List<String> keys(String... pieces) throws IOException {
        List<String> keys = new ArrayList<>();
        ZellijKeyboard keyboard = new ZellijKeyboard(
                (bytes, from, length) -> keys.add(new String(bytes, from, length, StandardCharsets.UTF_8)));
        for (String piece : pieces) {
            byte[] bytes = piece.getBytes(StandardCharsets.UTF_8);
            keyboard.type(bytes, 0, bytes.length);
        }
        return keys;
    }

    @Test
    void aLineAndItsEnterAreTwo() throws IOException {
        assertThat(keys("ls -l\r")).containsExactly("ls -l", "\r");
        assertThat(keys("\u0003\u007fäö\t")).containsExactly("\u0003", "\u007f", "äö", "\t");
    }

    @Test
    void aSequenceIsOneKey() throws IOException {
        assertThat(keys("\u001b[A\u001bOP\u001b[1;5Cx\u001bb\u001bä\u001b[<0;1;2M"))
                .containsExactly("\u001b[A", "\u001bOP", "\u001b[1;5C", "x", "\u001bb", "\u001bä", "\u001b[<0;1;2M");
        assertThat(keys("\u001b\u001b[A\u001b")).containsExactly("\u001b", "\u001b[A", "\u001b");
    }

    @Test
    void aPasteOfSeveralLinesIsOneKey() throws IOException {
        assertThat(keys("a\u001b[200~one\rtwo\u001b[201~b"))
                .containsExactly("a", "\u001b[200~one\rtwo\u001b[201~", "b");
        assertThat(keys("\u001b[200~\u001b[201~")).isEmpty();
    }

    @Test
    void eachPieceOfAPasteIsItsOwnPaste() throws IOException {
        assertThat(keys("\u001b[200~one\r", "two\r", "three\u001b[201~\r"))
                .containsExactly(
                        "\u001b[200~one\r\u001b[201~",
                        "\u001b[200~two\r\u001b[201~",
                        "\u001b[200~three\u001b[201~",
                        "\r");
        assertThat(keys("\u001b[2", "~")).containsExactly("\u001b[2~");
    }

    @Property(tries = 500)
    void aPasteCutAnywhereIsPastedWhole(@ForAll @IntRange(min = 4, max = 20) int cut) throws IOException {
        byte[] bytes = "\u001b[200~ä€😀\r\u001b[201~x".getBytes(StandardCharsets.UTF_8);
        StringBuilder all = new StringBuilder();
        ZellijKeyboard keyboard = new ZellijKeyboard(
                (keys, from, length) -> all.append(new String(keys, from, length, StandardCharsets.UTF_8)));
        keyboard.type(bytes, 0, cut);
        keyboard.type(bytes, cut, bytes.length - cut);
        assertThat(all.toString().replace("\u001b[201~\u001b[200~", "")).isEqualTo("\u001b[200~ä€😀\r\u001b[201~x");
    }

    @Property(tries = 500)
    void everyByteIsInExactlyOneKey(@ForAll byte[] typed) {
        int at = 0;
        while (at < typed.length) {
            int length = KeystrokeSplitter.length(typed, at, typed.length);
            assertThat(length).isPositive();
            at += length;
        }
        assertThat(at).isEqualTo(typed.length);
    }
}
