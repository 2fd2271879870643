package dev.belljar.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/// What is typed goes out key by key, and whole.
class KeystrokesTest {
    private static List<String> keys(String typed) {
        byte[] octets = typed.getBytes(StandardCharsets.UTF_8);
        List<String> keys = new ArrayList<>();
        for (int at = 0; at < octets.length; ) {
            int length = Keystrokes.length(octets, at, octets.length);
            keys.add(new String(octets, at, length, StandardCharsets.UTF_8));
            at += length;
        }
        return keys;
    }

    @Test
    void aLineAndItsEnterAreTwo() {
        assertThat(keys("ls -l\r")).containsExactly("ls -l", "\r");
        assertThat(keys("\u0003\u007fäö\t")).containsExactly("\u0003", "\u007f", "äö", "\t");
    }

    @Test
    void aSequenceIsOneKey() {
        assertThat(keys("\u001b[A\u001bOP\u001b[1;5Cx\u001bb\u001bä\u001b[<0;1;2M"))
                .containsExactly("\u001b[A", "\u001bOP", "\u001b[1;5C", "x", "\u001bb", "\u001bä", "\u001b[<0;1;2M");
        assertThat(keys("\u001b\u001b[A\u001b")).containsExactly("\u001b", "\u001b[A", "\u001b");
    }

    @Test
    void aPasteIsOneKeyHoweverManyLinesItHas() {
        assertThat(keys("a\u001b[200~one\rtwo\u001b[201~b"))
                .containsExactly("a", "\u001b[200~one\rtwo\u001b[201~", "b");
        assertThat(keys("\u001b[200~cut")).containsExactly("\u001b[200~cut");
    }

    @Property(tries = 500)
    void nothingIsLostOrStuck(@ForAll byte[] typed) {
        int at = 0;
        while (at < typed.length) {
            int length = Keystrokes.length(typed, at, typed.length);
            assertThat(length).isPositive();
            at += length;
        }
        assertThat(at).isEqualTo(typed.length);
    }
}
