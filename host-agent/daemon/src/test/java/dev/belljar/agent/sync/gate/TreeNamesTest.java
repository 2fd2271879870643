package dev.belljar.agent.sync.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.sync.workspace.GitFixture;
import dev.belljar.agent.sync.workspace.SyncFixture;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that misleading names and texts are marked as risky, and never accepted without permission.
@Tag("slow")
class TreeNamesTest {
    private static final String COMPOSED = "caf\u00e9";
    private static final String DECOMPOSED = "cafe\u0301";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        project.write("Notes/one.txt", "one\n").write(COMPOSED + "/menu.txt", "tea\n");
        project.write(".known/tool.json", "{}\n").write("Old.txt", "one\ntwo\nthree\n");
        project.write("arabic.txt", "left \u200fright\u200e\nplain\n").commit("More");
        sync = new SyncFixture(temp);
        sync.start(project.folder());
    }

    @Test
    void collidingNamesAreMarkedAndWithheld() throws Exception {
        sync.inside().write("Case.txt", "A\n").write("case.txt", "b\n");
        sync.inside().write("notes/two.txt", "two\n").write("Notes/three.txt", "three\n");
        sync.inside().write(DECOMPOSED + "/menu.txt", "poison\n").write("readme.MD", "# other\n");
        sync.inside().write("x/" + COMPOSED, "1\n").write("x/" + DECOMPOSED, "2\n");
        Map<String, String> risks = risks();
        assertThat(risks.remove("Notes/three.txt")).isEmpty();
        assertThat(risks).hasSize(7).allSatisfy((path, risk) -> assertThat(risk).contains("has the same name as"));
        assertThat(risks)
                .hasEntrySatisfying("readme.MD", risk -> assertThat(risk).contains("README.md"));
        var result = sync.accept(project.folder(), sync.plan(project.folder()));
        assertThat(result.withheld()).hasSize(7);
        assertThat(project.git("ls-tree", "-r", "--name-only", "belljar/shop"))
                .contains("Notes/three.txt")
                .doesNotContain("case.txt", "notes/two", "readme.MD", "x/");
    }

    @Test
    void anotherSpellingThatReplacesAFileIsNoCollision() throws Exception {
        Path folder = sync.inside().folder();
        Files.move(folder.resolve("Old.txt"), folder.resolve("old.txt"));
        Files.move(folder.resolve("Notes"), folder.resolve("NOTES"));
        assertThat(risks())
                .isNotEmpty()
                .allSatisfy((path, risk) -> assertThat(risk).isEmpty());
    }

    @Test
    void namesWithInvisibleCharactersAreMarked() throws Exception {
        String[] names = {"a\u200bb", "a\u202etxt.exe.c", "a\u3164", "a\u2066", "a\ufe0f.txt", "a\u00adb/c.txt"};
        for (String name : names) {
            sync.inside().write(name, "x\n");
        }
        sync.inside().write("\u0645\u0631\u062d\u0628\u0627.txt", "x\n").write("\u65e5\u672c.txt", "x\n");
        Map<String, String> risks = risks();
        assertThat(risks.remove("\u0645\u0631\u062d\u0628\u0627.txt")).isEmpty();
        assertThat(risks.remove("\u65e5\u672c.txt")).isEmpty();
        assertThat(risks)
                .hasSize(names.length)
                .allSatisfy((path, risk) -> assertThat(risk).contains("invisible"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "-rf|starts with a dash",
                "--checkpoint-action=exec=x|starts with a dash",
                "src/-x|starts with a dash",
                "-C/file.txt|starts with a dash",
                "-rf \u00e9.txt|starts with a dash",
                "notes.txt |ends in a space or a dot",
                "notes.txt.|ends in a space or a dot",
                "notes.txt\u00a0|ends in a space or a dot",
                "bin /file.txt|ends in a space or a dot",
                "deep./file.txt|ends in a space or a dot",
                "..\\up.txt|has a backslash",
                "x\\y/file.txt|has a backslash"
            })
    void namesThatProgramsMisreadAreMarked(String path, String reason) throws Exception {
        sync.inside().write(path, "x\n").write("a-b.txt", "x\n").write("a. b.txt", "x\n");
        Map<String, String> risks = risks();
        assertThat(risks.remove("a-b.txt")).isEmpty();
        assertThat(risks.remove("a. b.txt")).isEmpty();
        assertThat(risks)
                .hasSize(1)
                .allSatisfy((shown, risk) -> assertThat(risk).contains(reason));
    }

    @Test
    void anExistingOddNameIsNotMarked() throws Exception {
        project.write("-known/one.txt", "x\n").write("odd.", "x\n").commit("Odd names");
        SyncFixture later = new SyncFixture(temp.resolve("later"));
        later.start(project.folder());
        later.inside().write("-known/two.txt", "x\n").write("odd.", "y\n");
        assertThat(later.plan(project.folder()).diff().files())
                .hasSize(2)
                .allSatisfy(file -> assertThat(file.risk()).isNull());
    }

    @Test
    void onlyANewDotFolderIsMarked() throws Exception {
        sync.inside().write(".known/more.txt", "x\n").write(".unknown/x.txt", "x\n");
        sync.inside().write("src/.deep/down/x.txt", "x\n").write(".well-known/x.txt", "x\n");
        assertThat(risks())
                .containsEntry(".known/more.txt", "")
                .containsEntry(".well-known/x.txt", "")
                .hasEntrySatisfying(".unknown/x.txt", risk -> assertThat(risk).contains("new folder .unknown"))
                .hasEntrySatisfying(
                        "src/.deep/down/x.txt", risk -> assertThat(risk).contains("new folder .deep"));
    }

    @Test
    void newCharactersThatTurnTextAreMarked() throws Exception {
        int at = 0;
        for (int c : new int[] {
            0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x061C
        }) {
            sync.inside().write("turned" + at++ + ".c", "x".repeat(65_535) + Character.toString(c) + " }\n");
        }
        sync.inside().write("src/main.c", "int main(void) { /* \u202e } */ return 1; }\n");
        sync.inside().write("arabic.txt", "left \u200fright\u200e\nplain and more\n");
        sync.inside().write("near.c", "\u2028 \u2065 \u206a \u061b\n");
        Map<String, String> risks = risks();
        assertThat(risks.remove("arabic.txt")).isEmpty();
        assertThat(risks.remove("near.c")).isEmpty();
        assertThat(risks)
                .hasSize(13)
                .allSatisfy((path, risk) -> assertThat(risk).contains("change the text direction"));
        sync.inside().write("arabic.txt", "left \u200fright\u200e\nplain \u202e\n");
        assertThat(risks().get("arabic.txt")).contains("change the text direction");
    }

    @Test
    void newInvisibleCharactersAreMarkedWithTheirNames() throws Exception {
        sync.inside().write("space.js", "let a\u200b = 1;\n").write("filler.js", "const { a, \u3164 } = b;\n");
        sync.inside().write("emoji.md", "\ufeffGreat \u2764\ufe0f \ud83d\udc68\u200d\ud83d\udc69\n");
        assertThat(risks())
                .containsEntry("emoji.md", "")
                .hasEntrySatisfying(
                        "space.js",
                        risk -> assertThat(risk).contains("invisible characters (zero width space, U+200B)"))
                .hasEntrySatisfying("filler.js", risk -> assertThat(risk).contains("(hangul filler, U+3164)"));
    }

    @Test
    void textThatIsTooLargeToScanIsMarked() throws Exception {
        sync.inside().write("large.txt", "0123456789abcde\n".repeat((16 << 16) + 1));
        sync.inside().write("small.txt", "0123456789abcde\n".repeat(1 << 16));
        assertThat(risks())
                .containsEntry("small.txt", "")
                .hasEntrySatisfying("large.txt", risk -> assertThat(risk).contains("too large"));
    }

    @Test
    void turnedTextAddedAndRemovedAgainIsNotImported() throws Exception {
        sync.inside()
                .write("src/main.c", "int main(void) { /* \u202e } */ return 1; }\n")
                .commit("Turn");
        sync.inside().write("src/main.c", "int main(void) { return 1; }\n").commit("Turn back");
        SyncPlan plan = sync.plan(project.folder());
        assertThat(sync.accept(project.folder(), plan).withheld()).isEmpty();
        assertThat(project.git("log", "--format=%s", "main..belljar/shop").lines())
                .hasSize(1);
    }

    private Map<String, String> risks() throws Exception {
        return sync.plan(project.folder()).diff().files().stream()
                .collect(Collectors.toMap(
                        FileChange::path, file -> file.risk() == null ? "" : String.valueOf(file.risk())));
    }
}
