package dev.belljar.client.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.Saved;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.work.FileContents;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the texts and tables that all commands share.
class ConsoleTextsTest {
    @ParameterizedTest
    @CsvSource({
        "0,         0 s ago",
        "-5,        0 s ago",
        "59,        59 s ago",
        "60,        1 min ago",
        "3599,      59 min ago",
        "3600,      1 h ago",
        "172799,    47 h ago",
        "172800,    2 d ago",
        "31536000,  365 d ago",
    })
    void anAgeIsShownInItsLargestUnit(long seconds, String words) {
        assertThat(AgeText.words(1_000_000, 1_000_000 + seconds * 1_000)).isEqualTo(words);
    }

    @Test
    void onlyAStoppedSandboxHasATier() {
        assertThat(SandboxStateText.of(Saved.sandbox("a", "a", null, SandboxState.STOPPED, StorageTier.WARM)))
                .isEqualTo("stopped, warm");
        assertThat(SandboxStateText.of(Saved.sandbox("a", "a", null, SandboxState.STOPPED, null)))
                .isEqualTo("stopped");
        assertThat(SandboxStateText.of(Saved.sandbox("a", "a", null, SandboxState.STARTING, StorageTier.HOT)))
                .isEqualTo("starting");
    }

    @Test
    void aVerdictIsColouredOnlyOnATerminal() {
        assertThat(new TextColours(true).verdict("ok     Clock", "ok", "WRONG"))
                .isEqualTo("\033[32mok\033[0m     Clock");
        assertThat(new TextColours(true).verdict("WRONG  Clock", "ok", "WRONG"))
                .isEqualTo("\033[1;31mWRONG\033[0m  Clock");
        assertThat(new TextColours(true).verdict("       WHAT", "ok", "WRONG")).isEqualTo("       WHAT");
        assertThat(new TextColours(false).verdict("ok     Clock", "ok", "WRONG"))
                .isEqualTo("ok     Clock");
    }

    @Test
    void aLongCellDoesNotShiftTheColumns() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new TextTable("NAME", "PORT", "PROCESS")
                .row("a".repeat(200) + ".evil.example", 443, "p".repeat(100))
                .row("a.org", 443, "curl")
                .print(printer(out));
        assertThat(out.toString(StandardCharsets.UTF_8).lines().skip(1))
                .satisfiesExactly(
                        row -> assertThat(row)
                                .startsWith("aaa")
                                .contains("…")
                                .contains(".evil.example  443")
                                .endsWith("ppp"),
                        row -> assertThat(row).hasSize(60 + 2 + 4 + 2 + 4));
    }

    @Test
    void aDiffShowsHiddenCharactersByTheirCodes() {
        String diff = LineDiff.unified(new FileContents("a.txt", "x\n", "x\u202Ey\u001b[2J\n", null));
        assertThat(diff).contains("+x\\u202Ey\\x1B[2J").doesNotContain("?");
    }

    private static PrintStream printer(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
