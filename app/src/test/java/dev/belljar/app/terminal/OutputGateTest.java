package dev.belljar.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/// What a machine's output may do to the person's terminal.
class OutputGateTest {
    private final List<String> asked = new ArrayList<>();
    private final OutputGate gate = new OutputGate(asked::add);

    @Test
    void plainOutputAndColoursPassUntouched() {
        String words = "\u001b[32mok\u001b[0m\r\n";
        assertThat(gate.pass(words)).isEqualTo(words);
    }

    @Test
    void aClipboardReadIsDroppedInSilence() {
        assertThat(gate.pass("a\u001b]52;c;?\u0007b")).isEqualTo("ab");
        assertThat(asked).isEmpty();
    }

    @Test
    void aClipboardWriteBecomesAQuestion() {
        String data = Base64.getEncoder().encodeToString("rm -rf".getBytes(StandardCharsets.UTF_8));
        assertThat(gate.pass("\u001b]52;c;" + data + "\u001b\\x")).isEqualTo("x");
        assertThat(asked).containsExactly("rm -rf");
    }

    @Test
    void titlesLoseWhatIsNotPlainText() {
        assertThat(gate.pass("\u001b]0;a\u202eb\u0007")).isEqualTo("\u001b]2;ab\u0007");
    }

    @Test
    void onlyWebLinksAreLeft() {
        assertThat(gate.pass("\u001b]8;;file:///etc/passwd\u0007x")).isEqualTo("x");
        assertThat(gate.pass("\u001b]8;;https://belljar.dev\u0007")).contains("https://belljar.dev");
    }

    @Test
    void aCommandCutInTwoIsStillOne() {
        assertThat(gate.pass("a\u001b]5") + gate.pass("2;c;?") + gate.pass("\u0007b"))
                .isEqualTo("ab");
    }

    @Test
    void deviceControlStringsAreDropped() {
        assertThat(gate.pass("\u001bP+q544e\u001b\\z")).isEqualTo("z");
    }

    @Property(tries = 300)
    void noCommandButTitlesAndLinksEverComesOut(@ForAll String noise) {
        String out = new OutputGate(words -> {}).pass(noise + "\u001b]52;c;?\u0007");
        assertThat(out).doesNotContain("\u001b]5").doesNotContain("\u001bP");
    }
}
