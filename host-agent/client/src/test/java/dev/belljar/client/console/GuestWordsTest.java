package dev.belljar.client.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.work.FileContents;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Tests that text of a guest cannot control the terminal.
class GuestWordsTest {
    private static final String EVIL = "a\u009b2Jb\u202Ec\u001b[1md";

    @Test
    void tableShowsNoControlAndNoFormattingCharacters() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new TextTable("NAME").row(EVIL).print(new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("a?2Jb?c?[1md");
    }

    @Test
    void diffShowsNoControlCharactersButTabs() {
        String diff = LineDiff.unified(new FileContents("x", "old\n", "\t" + EVIL + "\n", null));
        assertThat(diff).contains("+\ta\\x9B2Jb\\u202Ec\\x1B[1md\n");
    }
}
