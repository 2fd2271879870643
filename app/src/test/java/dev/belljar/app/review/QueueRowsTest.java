package dev.belljar.app.review;

import static dev.belljar.app.review.SampleReviews.commit;
import static dev.belljar.app.review.SampleReviews.file;
import static dev.belljar.app.review.SampleReviews.uncommitted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.review.QueueRow.EntryRow;
import dev.belljar.app.review.QueueRow.FileRow;
import dev.belljar.app.review.QueueRow.FolderRow;
import dev.belljar.app.review.QueueRow.OtherHead;
import dev.belljar.app.review.QueueRow.OtherRow;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests the rows of the queue: groups, files, and those that cannot be decided.
class QueueRowsTest {
    private final ReviewModel model = new ReviewModel();
    private final QueueRows rows = new QueueRows(model);

    @BeforeEach
    void queue() {
        model.show(
                new ReviewQueue(
                        "tip",
                        "base",
                        "belljar/shop",
                        0,
                        List.of(
                                commit("c1", file("src/a.ts"), file(".envrc", "runs")),
                                uncommitted("u1", file("src/b.ts"), file("c.ts"))),
                        new FileDiff("head", "tip", List.of(file("mine.ts")), List.of(), true),
                        true,
                        false),
                0);
        rows.outside(List.of(file("/etc/hosts"), file("/etc/apt/x")));
    }

    @Test
    void filesFollowTheirCommitAndRiskyOnesAreElsewhere() {
        assertThat(words())
                .containsExactly(
                        "commit c1 1", "src/a.ts", "commit u1 2", "c.ts", "src/b.ts", "own 1", "mine.ts", "outside 2");
    }

    @Test
    void whatIsSaidOfFilesThatCouldRunDependsOnWhetherThereAreSome() {
        assertThat(rows.checked()).isEqualTo("Files that could run code are listed at the top.");
        model.show(SampleReviews.queue("tip2", commit("c2", file("src/a.ts"))), 0);
        assertThat(rows.checked()).isEqualTo("No files are known to run code automatically.");
    }

    @Test
    void changesOutsideTheProjectAreFoldedAtFirst() {
        rows.toggle(rows.rows().getLast());
        assertThat(words()).endsWith("outside 2", "/etc/apt/x", "/etc/hosts");
    }

    @Test
    void aGroupIsFoldedAndOpenedForItsCurrentFile() {
        rows.toggle(rows.rows().getFirst());
        assertThat(words()).startsWith("commit c1 1", "commit u1 2");
        rows.unfold(model.files().get(1));
        assertThat(words()).startsWith("commit c1 1", "src/a.ts");
    }

    @Test
    void foldersAreGroupsToo() {
        model.group(ReviewModel.ReviewGrouping.FOLDERS);
        assertThat(words()).startsWith("c.ts", "folder src 2", "src/a.ts", "src/b.ts");
        rows.toggle(rows.rows().get(1));
        assertThat(words()).startsWith("c.ts", "folder src 2", "own 1");
    }

    @Test
    void aCommitWithoutFilesIsShownInBothGroupings() {
        model.show(SampleReviews.queue("tip2", SampleReviews.merge("m1"), commit("c2", file("src/a.ts"))), 0);
        assertThat(words()).startsWith("commit m1 0", "commit c2 1", "src/a.ts");
        model.group(ReviewModel.ReviewGrouping.FOLDERS);
        assertThat(words()).startsWith("folder src 1", "src/a.ts", "commit m1 0");
    }

    @Test
    void tenThousandFilesTakeMilliseconds() {
        FileChange[] many = IntStream.range(0, 10_000)
                .mapToObj(i -> file(String.format(Locale.ROOT, "src/p%d/f%d.ts", i % 50, i)))
                .toArray(FileChange[]::new);
        model.show(SampleReviews.queue("tip2", commit("c2", many)), 0);
        model.show(SampleReviews.queue("tip3", uncommitted("u2", many)), 0);
        long begin = System.nanoTime();
        model.acceptAll(model.safe());
        assertThat(model.progress().included()).isEqualTo(10_000);
        assertThat(rows.rows()).hasSize(10_001 + 1);
        assertThat(model.undo()).isTrue();
        assertThat((System.nanoTime() - begin) / 1_000_000).isLessThan(2_000);
    }

    private List<String> words() {
        return rows.rows().stream()
                .map(row -> switch (row) {
                    case EntryRow head -> "commit " + head.entry().id() + " " + head.files();
                    case FolderRow head -> "folder " + head.folder() + " " + head.files();
                    case FileRow line -> line.file().path();
                    case OtherHead head -> (head.own() ? "own " : "outside ") + head.files();
                    case OtherRow line -> line.change().path();
                })
                .toList();
    }
}
