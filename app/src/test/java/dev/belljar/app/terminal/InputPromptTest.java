package dev.belljar.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of output with which programs wait for an answer, and of output with which they do not.
class InputPromptTest {
    private static final ThreadMXBean THREAD = ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Do you want to continue? [Y/n] ",
                "Proceed ([y]/n)? ",
                "overwrite 'a.txt'? (y/n) ",
                "Are you sure you want to continue connecting (yes/no/[fingerprint])? ",
                "[sudo] password for agent: ",
                "Password:",
                "Enter passphrase for key '/home/agent/.ssh/id_ed25519': ",
                "Username for 'https://github.com': ",
                "Press Enter to continue...",
                "Press any key to exit",
                "Ok to proceed? (y) ",
                "Stage this hunk [y,n,q,a,d,e,?]? ",
                "Enter your name: ",
                "│ Overwrite the file? [y/N] │  "
            })
    void aPromptIsDetected(String line) {
        assertThat(InputPrompt.in(line, List.of(line))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "agent@shop:/workspace$ ",
                "# ",
                "> ",
                ">>> ",
                "~/code ❯ ",
                "Compiling shop v0.1.0 (/workspace)",
                "Downloading: 45 % ",
                "  Local:   http://localhost:5173/",
                "error: expected one of: ",
                "Tests passed: 214 of 214",
                "GET /?q=a 200 "
            })
    void otherOutputIsNotTakenForAPrompt(String line) {
        assertThat(InputPrompt.in(line, List.of(line))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"❯ 1. Yes", " │ ❯ 1. Yes  │", "> 1) Keep it", "? Which framework? (Use arrow keys)"})
    void aMenuNearTheCursorIsAPrompt(String line) {
        assertThat(InputPrompt.in("", List.of("Do you want to proceed?", line, "  2. No")))
                .isTrue();
    }

    @Test
    void aListIsNoMenu() {
        assertThat(InputPrompt.in("", List.of("1. first", "2. second", "> quoted", "❯ git status")))
                .isFalse();
    }

    @Test
    @Timeout(120)
    void hostileLinesAreScannedQuickly() {
        for (String word : List.of("(y", "password for ", "[y/n", "press enter ", "? ", " │", "enter a ", "❯ 1")) {
            String line = word.repeat(200_000);
            List<String> near = Collections.nCopies(5_000, line);
            long begin = THREAD.getCurrentThreadCpuTime();
            InputPrompt.in(line, near);
            assertThat(Duration.ofNanos(THREAD.getCurrentThreadCpuTime() - begin))
                    .isLessThan(Duration.ofSeconds(2));
        }
    }
}
