package dev.belljar.app.review.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.review.writer.HunkWriters.WriterLines;
import dev.belljar.contract.view.provenance.FileBlame;
import dev.belljar.contract.view.provenance.LineRange;
import dev.belljar.contract.view.provenance.LineRange.LineOrigin;
import dev.belljar.contract.view.provenance.LineWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests who wrote the lines of a hunk.
class HunkWritersTest {
    private static final LineWriter AGENT = new LineWriter(431, 1, "agent", List.of(), List.of(), true);
    private static final LineWriter NODE = new LineWriter(812, 2, "node", List.of(), List.of(), true);

    @Test
    void theWriterOfMostLinesComesFirstAndOnlyTheLinesOfTheHunkCount() {
        HunkWriters writers = HunkWriters.of(
                blame(
                        range(1, 10, LineOrigin.PROJECT),
                        range(11, 12, LineOrigin.PROCESS, 1),
                        range(13, 40, LineOrigin.PROCESS, 0)),
                11,
                20);
        assertThat(writers.writers())
                .containsExactly(new WriterLines(AGENT, 8, 50, true), new WriterLines(NODE, 2, 50, true));
        assertThat(writers.lines()).isEqualTo(10);
        assertThat(writers.unknown()).isZero();
    }

    @Test
    void linesWithoutARecordedWriterAreCounted() {
        HunkWriters writers = HunkWriters.of(
                blame(range(1, 3, LineOrigin.NOT_RECORDED, 0), range(4, 4, LineOrigin.PROCESS, 0)), 1, 4);
        assertThat(writers.unknown()).isEqualTo(3);
        assertThat(writers.writers()).extracting(WriterLines::lines).containsExactly(1);
    }

    @Test
    void withoutKnownLinesTheProcessesThatWroteTheFileAreNamed() {
        HunkWriters writers = HunkWriters.of(blame(range(1, 3, LineOrigin.NOT_RECORDED, 0, 1)), 1, 3);
        assertThat(writers.writers())
                .containsExactly(new WriterLines(AGENT, 3, 50, false), new WriterLines(NODE, 3, 50, false));
        assertThat(writers.ofWholeFile()).isTrue();
    }

    @Test
    void nobodyIsNamedOnlyOnceTheAnswerIsThere() {
        assertThat(WritersPanel.nobody(true)).isEqualTo("Looking up who wrote this…");
        assertThat(WritersPanel.nobody(false)).isEqualTo("Belljar has no record of a process writing this file.");
    }

    @Test
    void linesOfTheProjectAreNotUnknown() {
        HunkWriters writers =
                HunkWriters.of(blame(range(1, 3, LineOrigin.PROJECT), range(4, 4, LineOrigin.PROCESS, 0)), 1, 4);
        assertThat(writers.project()).isEqualTo(3);
        assertThat(writers.unknown()).isZero();
        assertThat(writers.ofWholeFile()).isFalse();
    }

    @Test
    void oneOfSeveralWritersIsNotCertain() {
        HunkWriters writers = HunkWriters.of(blame(range(1, 2, LineOrigin.PROCESS, 0, 1)), 1, 2);
        assertThat(writers.writers()).extracting(WriterLines::certain).containsExactly(false, false);
    }

    @Test
    void anIndexWithoutAWriterIsIgnored() {
        assertThat(HunkWriters.of(blame(range(1, 2, LineOrigin.PROCESS, 7)), 1, 2)
                        .writers())
                .isEmpty();
    }

    private static FileBlame blame(LineRange... ranges) {
        return new FileBlame("a.ts", "", List.of(ranges), List.of(AGENT, NODE), true, List.of());
    }

    private static LineRange range(int first, int last, LineOrigin origin, Integer... writers) {
        return new LineRange(first, last, origin, 50L, List.of(writers), true);
    }
}
