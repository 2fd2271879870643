package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ConflictChoice;
import dev.belljar.contract.request.work.ConflictResolution;
import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.ReviewQueue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a review with another base is accepted exactly as it was shown, or refused, whatever changed since.
@Tag("slow")
class OpenReviewBaseTest {
    private static final String LINES = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temp;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @SuppressWarnings("NullAway.Init")
    private GitFixture inside;

    @SuppressWarnings("NullAway.Init")
    private ReviewFixture reviews;

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        project.write("text", LINES).commit("Text");
        sync = new SyncFixture(temp);
        var _ = sync.start(project.folder());
        inside = sync.inside();
        reviews = new ReviewFixture(sync, project.folder());
    }

    private ReviewQueue sinceSync() throws Exception {
        return reviews.review(ComparisonBase.LAST_SYNC);
    }

    private void toFiles(SkippedChange... skipped) throws Exception {
        var _ = reviews.accept(sinceSync(), SyncTarget.WORKTREE, null, skipped);
    }

    @Test
    void aBranchThatMovedSinceTheReviewIsNoLongerItsBase() throws Exception {
        String start = project.head();
        String first = inside.write("first", "1\n").commit("First");
        var _ = reviews.accept(reviews.review(ComparisonBase.START), SyncTarget.BRANCH, null);
        project.git("merge", "-q", "--ff-only", first);
        inside.write("second", "2\n").commit("Second");
        ComparisonBase main = new ComparisonBase.ProjectBranch("main");
        ReviewQueue queue = reviews.review(main);
        project.git("reset", "-q", "--hard", start);
        assertThatThrownBy(() -> reviews.accept(queue, SyncTarget.BRANCH, null))
                .hasMessageContaining("has changed since you opened it");
    }

    @Test
    void aReviewStaysOpenWhileItsBranchOnlyGrows() throws Exception {
        String first = inside.write("first", "1\n").commit("First");
        var _ = reviews.accept(reviews.review(ComparisonBase.START), SyncTarget.BRANCH, null);
        project.git("merge", "-q", "--ff-only", first);
        inside.write("second", "2\n").commit("Second");
        ReviewQueue queue = reviews.review(new ComparisonBase.ProjectBranch("main"));
        project.write("own", "own\n").commit("Own");
        inside.write("third", "3\n").commit("Third");
        assertThat(ReviewFixture.subjects(reviews.review(ComparisonBase.START))).contains("First", "Third");
        assertThat(ReviewFixture.patch(reviews.accept(queue, SyncTarget.PATCH, null)))
                .contains("Second")
                .doesNotContain("First")
                .doesNotContain("Third");
    }

    @Test
    void aReviewSinceAnEarlierSyncIsRefusedOnceMoreWasSyncedOrItWasUndone() throws Exception {
        inside.write("first", "1\n").commit("First");
        toFiles();
        inside.write("second", "2\n").commit("Second");
        ReviewQueue undone = sinceSync();
        var _ = sync.workspace().undo(SyncFixture.ID, project.folder(), null);
        assertMovedOn(undone);
        toFiles(ReviewFixture.skip(sinceSync().entries().getLast(), "second"));
        ReviewQueue earlier = sinceSync();
        assertThat(ReviewFixture.subjects(earlier)).containsExactly("Second");
        toFiles();
        assertMovedOn(earlier);
    }

    private void assertMovedOn(ReviewQueue queue) {
        for (SyncTarget target : SyncTarget.values()) {
            assertThatThrownBy(() -> reviews.accept(queue, target, null))
                    .isInstanceOfSatisfying(
                            SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.MOVED_ON));
        }
    }

    @Test
    void reviewsOfTheSameWorkAreAcceptedAsEachWasShown() throws Exception {
        inside.write("first", "1\n").commit("First");
        String work = reviews.snapshot();
        inside.write("second", "2\n").commit("Second");
        ReviewQueue since = reviews.review(new ComparisonBase.OtherWork(work));
        long objects = sync.workspace().objects(SyncFixture.ID, project.folder());
        ReviewQueue all = reviews.review(ComparisonBase.START);
        assertThat(all.commit()).isEqualTo(since.commit());
        assertThat(ReviewFixture.patch(reviews.accept(since, SyncTarget.PATCH, null)))
                .contains("second")
                .doesNotContain("first");
        assertThat(ReviewFixture.patch(reviews.accept(all, SyncTarget.PATCH, null)))
                .contains("second", "first");
        AcceptSync usual = new AcceptSync(all.commit(), List.of(), List.of(), SyncTarget.PATCH, null, null, false);
        assertThat(ReviewFixture.patch(sync.workspace().accept(SyncFixture.ID, "shop", project.folder(), usual)))
                .contains("first");
        assertThatThrownBy(() -> reviews.hunks(since, all.entries().getFirst(), "first"))
                .hasMessageContaining("not part of a review");
        assertThat(reviews.hunks(all, all.entries().getFirst(), "first").after())
                .isEqualTo("1\n");
        assertThat(sync.workspace().objects(SyncFixture.ID, project.folder())).isEqualTo(objects);
    }

    @Test
    void theWorkOfAnotherSandboxDoesNotCountAgainstTheQuota() throws Exception {
        long before = sync.workspace().objects(SyncFixture.ID, project.folder());
        Path folder = temp.resolve("other/workspace");
        LocalGuest guest = new LocalGuest(folder, Files.createDirectories(temp.resolve("other/home")));
        var capture = sync.workspace().capture("s2", project.folder(), false);
        sync.workspace().deliver("s2", project.folder(), capture, guest, (done, total) -> {});
        new GitFixture(folder.toRealPath())
                .write("large", "x" + System.nanoTime())
                .commit("Large");
        String work = sync.workspace().diff("s2", project.folder(), guest).tip();
        ReviewQueue queue = reviews.review(new ComparisonBase.OtherWork(work));
        assertThat(queue.base()).isEqualTo(work);
        assertThat(sync.workspace().objects(SyncFixture.ID, project.folder())).isEqualTo(before);
    }

    @Test
    void whatASnapshotHasDoesNotComeAlongWithAConflictThatWasResolved() throws Exception {
        inside.write("text", LINES.replace("two", "2")).commit("Two");
        project.write("text", LINES.replace("two", "mine"));
        ReviewQueue first = reviews.review(ComparisonBase.START);
        accept(first, ConflictChoice.PROJECT);
        inside.write("text", LINES.replace("two", "2").replace("nine", "hidden"))
                .commit("Hidden");
        String work = reviews.snapshot();
        inside.write("text", LINES.replace("two", "zwei").replace("nine", "hidden"))
                .commit("Zwei");
        ReviewQueue since = reviews.review(new ComparisonBase.OtherWork(work));
        assertThat(reviews.hunks(since, since.entries().getFirst(), "text").hunks())
                .hasSize(1);
        accept(since, ConflictChoice.SANDBOX);
        assertThat(project.read("text")).isEqualTo(LINES.replace("two", "zwei"));
    }

    private void accept(ReviewQueue queue, ConflictChoice choice) throws Exception {
        AcceptSync request = new AcceptSync(
                        queue.commit(), List.of(), List.of(), SyncTarget.WORKTREE, null, null, false)
                .against(queue.base());
        List<ConflictResolution> resolutions =
                sync.workspace().conflicts(SyncFixture.ID, "shop", project.folder(), request).files().stream()
                        .map(each -> new ConflictResolution(each.path(), each.digest(), List.of(choice)))
                        .toList();
        assertThat(resolutions).hasSize(1);
        var _ = sync.workspace().accept(SyncFixture.ID, "shop", project.folder(), request.resolved(resolutions));
    }
}
