package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.contract.request.work.ReadHunkCounts;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.HunkCounts;
import dev.belljar.contract.view.review.HunkCounts.HunkCount;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that hunks are counted as they are shown.
@Tag("slow")
class HunkCountsTest {
    private static final String LINES = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temp;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @SuppressWarnings("NullAway.Init")
    private ReviewFixture reviews;

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        project.write("text", LINES).write("gone", LINES).write("mode", LINES).write("long", many(false));
        project.commit("Text");
        sync = new SyncFixture(temp);
        var _ = sync.start(project.folder());
        reviews = new ReviewFixture(sync, project.folder());
    }

    // So many lines, of which every fifth one is `changed`, take long to compare.
    private static String many(boolean changed) {
        return IntStream.range(0, 50_000)
                .mapToObj(line -> (changed && line % 5 == 0 ? "new " : "") + line + "\n")
                .collect(Collectors.joining());
    }

    private HunkCounts counts(ReviewQueue queue, String from) throws Exception {
        String entry = queue.entries().getFirst().id();
        return sync.workspace()
                .hunkCounts(
                        SyncFixture.ID,
                        project.folder(),
                        new ReadHunkCounts(entry, from, queue.commit(), queue.base()));
    }

    private List<HunkCount> all(ReviewQueue queue) throws Exception {
        List<HunkCount> all = new ArrayList<>();
        HunkCounts next = counts(queue, "");
        while (!next.files().isEmpty()) {
            all.addAll(next.files());
            next = counts(queue, all.getLast().path() + "\0");
        }
        return all;
    }

    @Test
    void eachFileHasAsManyHunksAsItIsShownWith() throws Exception {
        GitFixture inside = sync.inside();
        inside.write("text", LINES.replace("two", "2").replace("nine", "9")).write("new", LINES);
        inside.write("binary", "a\0b");
        Files.delete(inside.folder().resolve("gone"));
        assertThat(inside.folder().resolve("mode").toFile().setExecutable(true)).isTrue();
        ReviewQueue queue = reviews.review(ComparisonBase.LAST_SYNC);
        ReviewEntry entry = queue.entries().getFirst();
        List<HunkCount> shown = new ArrayList<>();
        for (FileChange file : entry.files()) {
            int hunks = reviews.hunks(queue, entry, file.path()).hunks().size();
            shown.add(new HunkCount(file.path(), Math.max(1, hunks)));
        }
        assertThat(all(queue)).containsExactlyInAnyOrderElementsOf(shown).contains(new HunkCount("text", 2));
        assertThat(counts(queue, "text").files()).containsExactly(new HunkCount("text", 2));
        assertThat(counts(queue, "u").files()).isEmpty();
    }

    @Test
    void hunksThatWereSyncedAreNotCounted() throws Exception {
        sync.inside().write("text", LINES.replace("two", "2").replace("nine", "9"));
        ReviewQueue queue = reviews.review(ComparisonBase.LAST_SYNC);
        var _ = reviews.accept(
                queue,
                SyncTarget.BRANCH,
                null,
                ReviewFixture.skip(queue.entries().getFirst(), "text", 1));
        ReviewQueue rest = reviews.review(ComparisonBase.LAST_SYNC);
        assertThat(all(rest)).containsExactly(new HunkCount("text", 1));
    }

    @Test
    void aFileWhoseComparisonTakesLongIsNotCounted() throws Exception {
        sync.inside().write("long", many(true)).write("text", LINES.replace("two", "2"));
        assertThat(all(reviews.review(ComparisonBase.LAST_SYNC)))
                .containsExactly(new HunkCount("long", HunkCounts.UNKNOWN), new HunkCount("text", 1));
    }

    @Test
    void onlyEntriesOfReviewsAreCounted() throws Exception {
        ReadHunkCounts request = new ReadHunkCounts(project.head(), "", null, null);
        assertThatThrownBy(() -> sync.workspace().hunkCounts(SyncFixture.ID, project.folder(), request))
                .hasMessageContaining("not part of a review");
    }
}
