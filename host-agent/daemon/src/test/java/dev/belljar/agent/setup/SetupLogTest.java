package dev.belljar.agent.setup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the log of a setup is bounded and shown in visible characters.
class SetupLogTest {
    @TempDir
    private Path folder;

    @Test
    void theLogKeepsTheNewestOutputWithinItsLimit() throws Exception {
        SetupLog log = new SetupLog(folder);
        log.begin();
        byte[] line = ("x".repeat(999) + "\n").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 3_000; i++) {
            log.append(line, line.length);
        }
        log.line("the end");
        log.close();
        long size = Files.size(folder.resolve("setup.log")) + Files.size(folder.resolve("setup.log.1"));
        assertThat(size).isLessThanOrEqualTo(SetupLog.LIMIT);
        SetupLog.LogTail tail = new SetupLog(folder).tail();
        assertThat(tail.complete()).isFalse();
        assertThat(tail.text()).endsWith("x\nthe end\n");
    }

    @Test
    void whatTheGuestPrintsIsShownInVisibleCharacters() {
        SetupLog log = new SetupLog(folder);
        log.begin();
        log.line("10 %\r20 %\033[2J\u202e");
        assertThat(log.tail().text()).isEqualTo("10 %\n20 %?[2J?\n");
        assertThat(log.tail().complete()).isTrue();
    }

    @Test
    void theLastLineIsOneOfTheCommand() {
        SetupLog log = new SetupLog(folder);
        log.begin();
        log.line("E: Unable to locate package nothing\n\n== 3 of 4: next");
        assertThat(log.lastLine(200)).isEqualTo("E: Unable to locate package nothing");
        assertThat(log.lastLine(5)).isEqualTo("E: Un…");
    }

    @Test
    void anotherSetupBeginsWithAnEmptyLog() {
        SetupLog log = new SetupLog(folder);
        log.begin();
        log.line("before");
        new SetupLog(folder).begin();
        assertThat(new SetupLog(folder).tail()).isEqualTo(new SetupLog.LogTail("", true));
    }
}
