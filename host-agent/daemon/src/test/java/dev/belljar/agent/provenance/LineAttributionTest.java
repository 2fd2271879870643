package dev.belljar.agent.provenance;

import static dev.belljar.agent.provenance.FakeHistory.AGENT;
import static dev.belljar.agent.provenance.FakeHistory.PRETTIER;
import static dev.belljar.agent.provenance.FakeHistory.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.recording.PathWrite;
import dev.belljar.contract.view.provenance.LineRange.LineOrigin;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that lines are attributed to the processes that wrote them, and that what is not known is said.
class LineAttributionTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final String FILE = "a.js";

    @TempDir
    private Path temp;

    private FakeHistory history() {
        return new FakeHistory(temp.resolve("versions"));
    }

    /// Each line as a word: `project`, the pids of the possible writers with `?` if there may be others, or `-`.
    private static List<String> words(FakeHistory history, String text) throws Exception {
        return new LineAttribution(history)
                .of(FILE, text).stream().map(LineAttributionTest::word).toList();
    }

    private static String word(LineSource source) {
        String pids = source.writes().stream()
                .map(write -> Integer.toString(write.pid()))
                .collect(Collectors.joining("|"));
        return source.origin() == LineOrigin.PROJECT
                ? "project"
                : (source.origin() == LineOrigin.NOT_RECORDED ? "-" : "") + pids + (source.certain() ? "" : "?");
    }

    private static String text(int lines) {
        return IntStream.rangeClosed(1, lines).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
    }

    @Test
    void oneProgramWroteTwelveLinesAndAnotherTwo() throws Exception {
        String before = text(14);
        String after = before.replace("line 3\n", "line 3;\n").replace("line 9\n", "line 9;\n");
        FakeHistory history = history()
                .read(FILE, before, write(NOW, AGENT, null))
                .read(FILE, after, write(NOW + 1_000, PRETTIER, null));
        List<String> words = words(history, after);
        assertThat(words).hasSize(14);
        assertThat(words.stream().filter("10"::equals)).hasSize(12);
        assertThat(words.get(2)).isEqualTo("20");
        assertThat(words.get(8)).isEqualTo("20");
    }

    @Test
    void linesOfTheProjectStayThoseOfTheProject() throws Exception {
        FakeHistory history = history().project(FILE, "a\nb\nc\n").read(FILE, "a\nB\nc\nd\n", write(NOW, AGENT, null));
        assertThat(words(history, "a\nB\nc\nd\n")).containsExactly("project", "10", "project", "10");
    }

    @Test
    void droppedFilesMakeTheProvenanceIncomplete() throws Exception {
        FakeHistory history =
                history().read(FILE, "a\n", write(NOW, AGENT, null)).dropped(NOW + 10_000);
        LineAttribution lines = new LineAttribution(history);
        assertThat(lines.of(FILE, "a\nb\n")).hasSize(2);
        assertThat(lines.notes())
                .containsExactly("Some writers of this file are not known, because too many files were written at"
                        + " once for Belljar to read them all.");
        LineAttribution known = new LineAttribution(history);
        assertThat(known.of(FILE, "a\n")).hasSize(1);
        assertThat(known.notes()).isEmpty();
    }

    @Test
    void deletedVersionsMakeTheProvenanceIncomplete() throws Exception {
        FakeHistory history = history();
        for (int i = 0; i < 301; i++) {
            history.read(FILE, "a\n" + i + "\n", write(NOW + i * 1_000L, AGENT, null));
        }
        LineAttribution lines = new LineAttribution(history);
        assertThat(lines.of(FILE, "a\n300\n").getFirst().certain()).isFalse();
        assertThat(lines.notes())
                .singleElement()
                .asString()
                .contains("older versions of the file may have been deleted");
    }

    @Test
    void severalWritersBetweenTwoReadingsAreAllNamed() throws Exception {
        FakeHistory history = history().read(FILE, "a\nb\n", write(NOW, AGENT, null), write(NOW + 20, PRETTIER, null));
        assertThat(words(history, "a\nb\n")).containsExactly("10|20", "10|20");
    }

    /// The write is reported after the file was read, but happened before.
    @Test
    void aWriterWhoseEventComesLateIsNamed() throws Exception {
        PathWrite late = write(NOW + 100, PRETTIER, null);
        FakeHistory history = history()
                .readAt(NOW + 200, FILE, "a\n", write(NOW, AGENT, null))
                .readAt(NOW + 450, FILE, "a\n", late);
        assertThat(words(history, "a\n")).containsExactly("10|20");
    }

    @Test
    void whatNoVersionHasIsNotRecorded() throws Exception {
        FakeHistory history =
                history().read(FILE, "a\n", write(NOW, AGENT, null)).indexed(NOW + 60_000, PRETTIER);
        assertThat(words(history, "a\nb\n")).containsExactly("10", "-20?");
    }

    @Test
    void anEarlierVersionIsRecognized() throws Exception {
        FakeHistory history = history()
                .read(FILE, "a\nb\n", write(NOW, AGENT, null))
                .read(FILE, "x\ny\n", write(NOW + 5_000, PRETTIER, null));
        assertThat(words(history, "a\nb\n")).containsExactly("10", "10");
        assertThat(words(history, "x\ny\n")).containsExactly("20", "20");
    }

    @Test
    void aWriteThatWasNotFollowedIsKnownFromTheIndex() throws Exception {
        FakeHistory history = history()
                .read(FILE, "a\n", write(NOW, AGENT, null))
                .indexed(NOW, AGENT)
                .indexed(NOW + 30_000, 30)
                .read(FILE, "a\nb\n", write(NOW + 60_000, PRETTIER, null));
        assertThat(words(history, "a\nb\n")).containsExactly("10", "30|20");
    }

    @Test
    void aVersionThatWasNotKeptMakesNoLineCertainThatIsNot() throws Exception {
        FakeHistory history = history()
                .read(FILE, "a\n", write(NOW, AGENT, null))
                .read(FILE, null, write(NOW + 5_000, 30, null))
                .read(FILE, "a\nb\n", write(NOW + 10_000, PRETTIER, null));
        assertThat(words(history, "a\nb\n")).containsExactly("10", "30|20");
        LineAttribution lines = new LineAttribution(history.read(FILE, null, write(NOW + 20_000, 30, null)));
        assertThat(lines.of(FILE, "z\n")).hasSize(1);
        assertThat(lines.notes()).containsExactly("A version of the file was not recorded: it was larger than 1 MiB.");
    }

    @Test
    void lostEventsMakeTheWriterUncertain() throws Exception {
        FakeHistory history = history()
                .read(FILE, "a\n", write(NOW, AGENT, null))
                .lost(NOW + 2_000)
                .read(FILE, "a\nb\n", write(NOW + 5_000, PRETTIER, null))
                .read(FILE, "a\nb\nc\n", write(NOW + 9_000, AGENT, null));
        assertThat(words(history, "a\nb\nc\n")).containsExactly("10", "20?", "10");
    }

    @Test
    void aBranchBeginsWithUnknownWork() throws Exception {
        FakeHistory history = history()
                .branch()
                .project(FILE, "a\n")
                .read(FILE, "a\nb\n", write(NOW, AGENT, null))
                .read(FILE, "a\nb\nc\n", write(NOW + 5_000, AGENT, null));
        assertThat(words(history, "a\nb\nc\n")).containsExactly("project", "10?", "10");
    }

    @Test
    void renamedLinesKeepTheirWriters() throws Exception {
        FakeHistory history = history()
                .project("old.js", "p\n")
                .read("old.js", "p\na\n", write(NOW, AGENT, null))
                .read(FILE, "p\na\n", write(NOW + 5_000, 30, "old.js"))
                .read(FILE, "p\na\nb\n", write(NOW + 9_000, PRETTIER, null));
        assertThat(words(history, "p\na\nb\n")).containsExactly("project", "10", "20");
    }

    /// A program writes a new file and another one puts it in place; lines that were there before stay as they were.
    @Test
    void aFileThatReplacesAnotherBringsItsWriters() throws Exception {
        FakeHistory history = history()
                .project(FILE, "p\nq\n")
                .read("new.js", "p\nx\n", write(NOW, PRETTIER, null))
                .read(FILE, "p\nx\n", write(NOW + 5_000, 30, "new.js"));
        assertThat(words(history, "p\nx\n")).containsExactly("project", "20");
    }

    @Test
    void filesThatAreRenamedInACircleEnd() throws Exception {
        FakeHistory history = history();
        for (int i = 0; i < 40; i++) {
            history.read(FILE, "a" + i + "\n", write(NOW + i * 2_000L, AGENT, "b.js"));
            history.read("b.js", "b" + i + "\n", write(NOW + i * 2_000L + 1_000, PRETTIER, FILE));
        }
        assertThat(words(history, "a39\n")).hasSize(1);
    }

    @Test
    void withoutVersionsOnlyTheWritersOfTheFileAreKnown() throws Exception {
        FakeHistory history = history().project(FILE, "a\n").indexed(NOW, AGENT);
        LineAttribution lines = new LineAttribution(history);
        assertThat(lines.of(FILE, "a\nb\n").stream().map(LineAttributionTest::word))
                .containsExactly("project", "-10?");
        assertThat(lines.followed()).isFalse();
    }
}
