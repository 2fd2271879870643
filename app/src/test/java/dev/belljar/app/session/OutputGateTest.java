package dev.belljar.app.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of the effects that a guest's output may have on the user's terminal.
class OutputGateTest {
    private final List<String> asked = new ArrayList<>();
    private int called;
    private final OutputGate gate = new OutputGate(asked::add, () -> called++);

    @ParameterizedTest
    @ValueSource(strings = {"9;Claude needs your permission", "777;notify;done;all green", "99;i=1;done"})
    void aNotificationIsReportedAndNotDrawn(String words) {
        assertThat(gate.pass("a\u001b]" + words + "\u0007b")).isEqualTo("ab");
        assertThat(called).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"9;4;1;50", "9;4", "777;preexec", "133;A", "9999;x"})
    void otherSequencesAreNotReportedAsNotifications(String words) {
        assertThat(gate.pass("a\u001b]" + words + "\u0007b")).isEqualTo("ab");
        assertThat(called).isZero();
    }

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
    void aClipboardWriteAsksTheUser() {
        String data = Base64.getEncoder().encodeToString("rm -rf".getBytes(StandardCharsets.UTF_8));
        assertThat(gate.pass("\u001b]52;c;" + data + "\u001b\\x")).isEqualTo("x");
        assertThat(asked).containsExactly("rm -rf");
    }

    @Test
    void titlesAreReducedToPlainText() {
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

    @Test
    void anUnterminatedStringEndsAtTheNextSequence() {
        String shown = gate.pass("a\u001bPbinary\u001b[31mprompt $ \u001bc\u001b_x\u001b]52;c;?\u0007\u001b[0mhello");
        assertThat(shown).isEqualTo("a\u001b[31mprompt $ \u001bc\u001b[0mhello");
    }

    /// Known attacks on terminals, each with the output that may pass.
    @ParameterizedTest
    @MethodSource("attacks")
    void attacksAreRemovedFromTheOutput(String name, String attack, String out) {
        assertThat(gate.pass("a" + attack + "z")).as(name).isEqualTo("a" + out + "z");
        assertThat(asked).as(name).isEmpty();
        assertThat(gate.pass("\u001b[32mgreen")).as("goes on after " + name).isEqualTo("\u001b[32mgreen");
    }

    static Stream<Arguments> attacks() {
        return Stream.of(
                Arguments.of("a clipboard read", "\u001b]52;c;?\u001b\\", ""),
                Arguments.of("a clipboard read by eight bits", "\u009d52;p;?\u009c", ""),
                Arguments.of("a clipboard write of no base64", "\u001b]52;c;%%%%\u0007", ""),
                Arguments.of("a title with a line end", "\u001b]0;rm -rf\r\n\u0007", "\u001b]2;rm -rf\u0007"),
                Arguments.of(
                        "a title with an escape", "\u001b]2;x\u001b[201~\u0007", "\u001b]2;x\u0007\u001b[201~\u0007"),
                Arguments.of("a question for the title", "\u001b[21t", ""),
                Arguments.of("a window moved", "\u001b[3;0;0t", ""),
                Arguments.of("a window resized", "\u001b[8;1;1t", ""),
                Arguments.of("an answerback", "\u0005", ""),
                Arguments.of("a request for a setting", "\u001bP$qm\u001b\\", ""),
                Arguments.of("a request for a capability", "\u001bP+q544e\u001b\\", ""),
                Arguments.of("a program of keys", "\u001bP1;1|17/726d0a\u001b\\", ""),
                Arguments.of("a picture", "\u001b_Gf=100;AAAA\u001b\\", ""),
                Arguments.of("a private message", "\u001b^secret\u001b\\", ""),
                Arguments.of("a colour asked for", "\u001b]10;?\u0007", ""),
                Arguments.of("a folder told", "\u001b]7;file://host/etc\u0007", ""),
                Arguments.of("a program run by the terminal", "\u001b]1337;File=name=x:AAAA\u0007", ""),
                Arguments.of("a link to a program", "\u001b]8;;ssh://evil\u0007x\u001b]8;;\u0007", "x\u001b]8;;\u0007"),
                Arguments.of("a link that runs", "\u001b]8;;javascript:alert(1)\u0007", ""),
                Arguments.of(
                        "a link with an escape",
                        "\u001b]8;;http://a\u001b[31m\u0007",
                        "\u001b]8;;http://a\u0007\u001b[31m\u0007"),
                Arguments.of("a link to a file by eight bits", "\u009d8;;file:///etc/passwd\u009c", ""),
                Arguments.of("a number without end", "\u001b[" + "9".repeat(100_000) + "C", ""),
                Arguments.of("a huge number", "\u001b[999999999X", ""),
                Arguments.of("parameters without end", "\u001b[" + "1;".repeat(50_000) + "m", ""),
                Arguments.of("a sequence in eight bits", "\u009b31m", "\u001b[31m"),
                Arguments.of("a question in eight bits", "\u009b21t", ""),
                Arguments.of("other controls of eight bits", "\u0084\u0085\u008d", ""),
                Arguments.of("a sequence broken off", "\u001b[12\u0018", ""),
                Arguments.of("a sequence in a sequence", "\u001b[1\u001b[21t", ""));
    }

    @Test
    void anUnfinishedSequenceIsForgottenAfterAReset() {
        assertThat(gate.pass("a\u001b]0;half a title")).isEqualTo("a");
        gate.reset();
        assertThat(gate.pass("b\u001b[1")).isEqualTo("b");
        gate.reset();
        assertThat(gate.pass("c")).isEqualTo("c");
    }

    @Test
    void aSequenceCutAnywhereIsStillOne() {
        String all = "\u001b[38;2;1;2;3mx\u001b[?1049h\u001b]0;t\u0007\u001b[0 q";
        for (int cut = 0; cut <= all.length(); cut++) {
            OutputGate one = new OutputGate(words -> {}, () -> {});
            assertThat(one.pass(all.substring(0, cut)) + one.pass(all.substring(cut)))
                    .isEqualTo(all.replace("]0;t", "]2;t"));
        }
    }

    @Property(tries = 300)
    void onlyTitleAndLinkCommandsPass(@ForAll String noise) {
        String out = new OutputGate(words -> {}, () -> {}).pass(noise + "\u001b]52;c;?\u0007");
        assertThat(out).doesNotContain("\u001b]5").doesNotContain("\u001bP");
    }
}
