package dev.belljar.agent.sync.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class GitPathTest {
    @Property(tries = 2000)
    void shownPathsParseBack(@ForAll byte[] bytes) {
        GitPath path = GitPath.of(bytes, 0, bytes.length);
        assertThat(GitPath.parse(path.shown())).isEqualTo(path);
        assertThat(path.shown()).doesNotContainPattern("[\\p{Cc}\\p{Cf}]");
    }

    @Test
    void misleadingCharactersAreEscaped() {
        assertThat(path("caf\u00e9/\u65e5\u672c.txt").shown()).isEqualTo("caf\u00e9/\u65e5\u672c.txt");
        assertThat(path("a\nb").shown()).isEqualTo("a\\x0ab");
        assertThat(path("evil\u202etxt.exe").shown()).isEqualTo("evil\\xe2\\x80\\xaetxt.exe");
        assertThat(new GitPath("caf\u00e9").shown()).isEqualTo("caf\\xe9");
        assertThat(path("a\\x41").shown()).isEqualTo("a\\x5cx41");
        assertThat(path("a\\b").shown()).isEqualTo("a\\b");
    }

    /// As Apple's and Linux's case-insensitive file systems compare them.
    @Test
    void namesThatDifferInCaseOnlyAreFoldedAlike() {
        assertThat(path("Stra\u00dfe/\u03bf\u03b4\u03bf\u03c2").folded())
                .isEqualTo(path("STRASSE/\u039f\u0394\u039f\u03a3").folded());
        assertThat(path("strasse/\u03bf\u03b4\u03bf\u03c3").folded())
                .isEqualTo(path("STRASSE/\u039f\u0394\u039f\u03a3").folded());
        assertThat(path("\u017fcript/\u212a/cafe\u0301").folded())
                .isEqualTo(path("script/k/CAF\u00c9").folded());
        assertThat(path("a").folded()).isNotEqualTo(path("b").folded());
    }

    private static GitPath path(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return GitPath.of(bytes, 0, bytes.length);
    }
}
