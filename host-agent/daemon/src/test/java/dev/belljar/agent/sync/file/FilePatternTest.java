package dev.belljar.agent.sync.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests which paths a pattern matches, and that no pattern takes long for any name.
class FilePatternTest {
    @ParameterizedTest
    @CsvSource({
        "dist, dist, true",
        "dist, dist/a/b.js, true",
        "dist, distant, false",
        "*.log, a.log, true",
        "*.log, a/b.log, false",
        "*.log, a.log/inside, true",
        "**/*.log, a.log, true",
        "**/*.log, a/b/c.log, true",
        "a/**, a, false",
        "a/**, a/b, true",
        "a/**/z, a/z, true",
        "a/**/z, a/b/c/z, true",
        "a/**/z, a/b/c, false",
        "a?c, abc, true",
        "a?c, a/c, false",
        "a*b*c, axxbyyc, true",
        "a*b*c, axxbyy, false",
        "*test*.log, testtest.log, true",
        "lib/*.so.?, lib/a.so.1, true",
        "lib/*.so.?, lib/a.so.12, false",
        "[a], [a], true",
    })
    void aPatternMatchesAFileOrAFolderWithEverythingInIt(String pattern, String path, boolean matches)
            throws Exception {
        assertThat(FilePattern.parse(pattern).matches(path)).isEqualTo(matches);
    }

    @Test
    void aNameThatFitsAlmostTakesNoTime() throws Exception {
        FilePattern pattern = FilePattern.parse("*a*a*a*a*a*a*a*a*a*a*a*b");
        FilePattern folders = FilePattern.parse("**/a/**/a/**/a/**/a/**/a/b");
        Assertions.assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
            assertThat(pattern.matches("a".repeat(255))).isFalse();
            assertThat(pattern.matches("a".repeat(4_000))).isFalse();
            assertThat(folders.matches("a/".repeat(2_000) + "c")).isFalse();
        });
    }
}
