package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.agent.sync.FetchCause;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a sync after another one brings no commit that was not listed, and takes nothing back.
@Tag("slow")
class RepeatedSyncTest {
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
        sync = new SyncFixture(temp);
        var _ = sync.start(project.folder());
        inside = sync.inside();
        reviews = new ReviewFixture(sync, project.folder());
    }

    private ReviewQueue sinceStart() throws Exception {
        return reviews.review(ComparisonBase.START);
    }

    private ReviewQueue sinceSync() throws Exception {
        return reviews.review(ComparisonBase.LAST_SYNC);
    }

    private SyncResult toBranch(ReviewQueue queue) throws Exception {
        return reviews.accept(queue, SyncTarget.BRANCH, null);
    }

    private static List<String> paths(ReviewQueue queue) {
        return queue.entries().stream()
                .map(ReviewEntry::files)
                .flatMap(List::stream)
                .map(FileChange::path)
                .toList();
    }

    private List<String> branch() throws Exception {
        return project.git("log", "--reverse", "--first-parent", "--format=%s", "main..belljar/shop")
                .lines()
                .toList();
    }

    private static void movedOn(ThrowingCallable accept) {
        assertThatThrownBy(accept)
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.MOVED_ON));
    }

    @Test
    void aMergeThatReplacesASyncedCommitIsListed() throws Exception {
        String start = inside.head();
        inside.write("first", "1\n").commit("First");
        var _ = toBranch(sinceSync());
        String tree = inside.git("rev-parse", "HEAD^{tree}");
        String side = inside.git("commit-tree", tree, "-m", "Side");
        String merge = inside.git("commit-tree", tree, "-p", start, "-p", side, "-m", "Merge");
        inside.git("reset", "-q", "--hard", merge);
        inside.write("second", "2\n").commit("Second");
        ReviewQueue queue = sinceSync();
        assertThat(ReviewFixture.subjects(queue)).containsExactly("Merge", "Second");
        assertThat(queue.entries().getFirst().merge()).isTrue();
        assertThat(queue.entries().getFirst().files()).isEmpty();
        assertThat(paths(queue)).containsExactly("second");
        var _ = toBranch(queue);
        assertThat(branch()).containsExactly("Merge", "Second");
        assertThat(sinceSync().upToDate()).isTrue();
    }

    @Test
    void aSyncedCommitWithAnotherMessageIsListed() throws Exception {
        inside.write("first", "1\n").commit("First");
        var _ = toBranch(sinceSync());
        inside.git("commit", "-q", "--amend", "-m", "Other words");
        ReviewQueue queue = sinceSync();
        assertThat(queue.upToDate()).isFalse();
        assertThat(ReviewFixture.subjects(queue)).containsExactly("Other words");
        assertThat(paths(queue)).isEmpty();
        var _ = toBranch(queue);
        assertThat(branch()).containsExactly("Other words");
        assertThat(sinceSync().upToDate()).isTrue();
    }

    @Test
    void anAutomaticSyncDoesNotTakeBackNewerWork() throws Exception {
        inside.write("first", "1\n").commit("First");
        SyncPlan old =
                sync.workspace().plan(SyncFixture.ID, "shop", project.folder(), sync.guest(), FetchCause.BACKGROUND);
        inside.write("second", "2\n").commit("Second");
        var _ = toBranch(sinceStart());
        movedOn(() -> automatically(old));
        assertThat(branch()).containsExactly("First", "Second");
    }

    @Test
    void theStartAsTheBaseListsWhatWasSynced() throws Exception {
        inside.write("first", "1\n").commit("First");
        var _ = toBranch(sinceSync());
        project.git("branch", "-q", "-D", "belljar/shop");
        assertThat(sinceSync().upToDate()).isTrue();
        ReviewQueue queue = sinceStart();
        assertThat(queue.upToDate()).isFalse();
        assertThat(ReviewFixture.subjects(queue)).containsExactly("First");
        var _ = toBranch(queue);
        assertThat(branch()).containsExactly("First");
        var _ = reviews.accept(sinceStart(), SyncTarget.WORKTREE, null);
        assertThat(project.folder().resolve("first")).hasContent("1");
    }

    // Git would report such a commit in the user's repository as damaged, and servers refuse it.
    @Test
    void aCommitWithAnImpossibleDateIsRefused() throws Exception {
        inside.write("first", "1\n").commit("First");
        String commit = inside.git("cat-file", "commit", "HEAD");
        Path forged = Files.writeString(
                temp.resolve("forged"), commit.replaceFirst("(author .*>) .*", "$1 99999999999999999999 +0000") + "\n");
        inside.git("reset", "-q", inside.git("hash-object", "-t", "commit", "-w", "--literally", forged.toString()));
        assertThatThrownBy(this::sinceSync).isInstanceOf(SyncException.class).hasMessageContaining("badDateOverflow");
    }

    @Test
    void anUndoneSyncForgetsOnlyItself() throws Exception {
        inside.write("first", "1\n").commit("First");
        var _ = toBranch(sinceSync());
        inside.write("second", "2\n").commit("Second");
        var _ = reviews.accept(sinceSync(), SyncTarget.WORKTREE, null);
        inside.write("third", "3\n").commit("Third");
        var _ = reviews.accept(sinceSync(), SyncTarget.WORKTREE, null);
        assertThat(sinceSync().upToDate()).isTrue();
        var _ = sync.workspace().undo(SyncFixture.ID, project.folder(), null);
        assertThat(ReviewFixture.subjects(sinceSync())).containsExactly("Third");
        var _ = sync.workspace().undo(SyncFixture.ID, project.folder(), null);
        assertThat(ReviewFixture.subjects(sinceSync())).containsExactly("Second", "Third");
    }

    @Test
    void afterAnUndoTheSameSyncHasNoConflict() throws Exception {
        inside.write("text", "AAA\n").commit("A");
        var _ = reviews.accept(sinceSync(), SyncTarget.WORKTREE, null);
        inside.write("text", "BBB\n").commit("B");
        var _ = reviews.accept(sinceSync(), SyncTarget.WORKTREE, null);
        var _ = sync.workspace().undo(SyncFixture.ID, project.folder(), null);
        assertThat(project.read("text")).isEqualTo("AAA\n");
        var _ = reviews.accept(sinceSync(), SyncTarget.WORKTREE, null);
        assertThat(project.read("text")).isEqualTo("BBB\n");
    }

    @Test
    void anUndoAfterAnotherSyncShowsTooMuchRatherThanTooLittle() throws Exception {
        inside.write("first", "1\n").commit("First");
        var _ = reviews.accept(sinceSync(), SyncTarget.WORKTREE, null);
        inside.write("second", "2\n").commit("Second");
        var _ = toBranch(sinceSync());
        var _ = sync.workspace().undo(SyncFixture.ID, project.folder(), null);
        assertThat(ReviewFixture.subjects(sinceSync())).containsExactly("First", "Second");
    }

    private void commits(int count, String name) throws Exception {
        for (int i = 0; i < count; i++) {
            inside.write(name + i, i + "\n").commit(name + i);
        }
    }

    @Test
    void afterManyCommitsOnlyNewOnesAreListed() throws Exception {
        commits(150, "old");
        inside.write("open", "1\n");
        var _ = toBranch(sinceSync());
        commits(60, "new");
        ReviewQueue queue = sinceSync();
        assertThat(queue.complete()).isTrue();
        assertThat(ReviewFixture.subjects(queue)).hasSize(60).startsWith("new0").endsWith("new59");
        assertThat(paths(queue)).hasSize(60);
        var _ = toBranch(queue);
        assertThat(branch()).hasSize(210);
        assertThat(sinceSync().upToDate()).isTrue();
        inside.write("last", "1\n").commit("Last");
        assertThat(ReviewFixture.subjects(sinceSync())).containsExactly("Last");
    }

    @Test
    void afterManyCommitsWithoutTheSyncedOnesEverythingIsListed() throws Exception {
        String start = inside.head();
        inside.write("first", "1\n").commit("First");
        var _ = toBranch(sinceSync());
        inside.git("reset", "-q", "--hard", start);
        commits(201, "other");
        ReviewQueue queue = sinceSync();
        assertThat(queue.complete()).isFalse();
        assertThat(ReviewFixture.subjects(queue)).hasSize(200).endsWith("other200");
    }

    private void automatically(SyncPlan plan) throws Exception {
        var _ = sync.workspace().acceptAutomatically(SyncFixture.ID, "shop", project.folder(), plan);
    }

    @Test
    void anOldReviewDoesNotTakeBackNewerWork() throws Exception {
        inside.write("first", "1\n").commit("First");
        ReviewQueue old = sinceStart();
        inside.write("second", "2\n").commit("Second");
        var _ = toBranch(sinceStart());
        movedOn(() -> toBranch(old));
        movedOn(() -> reviews.accept(old, SyncTarget.WORKTREE, null));
        assertThat(ReviewFixture.patch(reviews.accept(old, SyncTarget.PATCH, null)))
                .contains("First")
                .doesNotContain("Second");
        assertThat(branch()).containsExactly("First", "Second");
        inside.git("reset", "-q", "--hard", "HEAD^");
        var _ = toBranch(sinceStart());
        assertThat(branch()).containsExactly("First");
    }

    @Test
    void aReviewOfNewerWorkThanWasSyncedSinceIsAccepted() throws Exception {
        inside.write("first", "1\n").commit("First");
        ReviewQueue old = sinceStart();
        inside.write("second", "2\n").commit("Second");
        ReviewQueue middle = sinceStart();
        inside.write("third", "3\n").commit("Third");
        ReviewQueue newest = sinceStart();
        var _ = reviews.accept(middle, SyncTarget.BRANCH, CommitHistory.SQUASH);
        movedOn(() -> toBranch(old));
        var _ = toBranch(middle);
        assertThat(branch()).containsExactly("First", "Second");
        var _ = toBranch(newest);
        assertThat(branch()).containsExactly("First", "Second", "Third");
        movedOn(() -> toBranch(middle));
    }

    @Test
    void aFileThatWasAllowedStaysInASquashedSync() throws Exception {
        allowMakefile();
        inside.write("Makefile", "all:\n\tevil\n").commit("Evil");
        inside.write("other", "other\n").commit("Other");
        SyncResult result = reviews.accept(sinceSync(), SyncTarget.BRANCH, CommitHistory.SQUASH);
        assertThat(result.withheld()).containsExactly("Makefile");
        allowedMakefileStays();
    }

    @Test
    void aFileThatWasAllowedStaysIfAMergeIsSquashed() throws Exception {
        allowMakefile();
        String synced = inside.head();
        inside.write("Makefile", "all:\n\tevil\n").commit("Evil");
        inside.git("checkout", "-q", "-b", "side", synced);
        inside.write("other", "other\n").commit("Other");
        inside.git("checkout", "-q", "main");
        inside.git("merge", "-q", "--no-ff", "-m", "Merge", "side");
        assertThat(toBranch(sinceSync()).withheld()).containsExactly("Makefile");
        allowedMakefileStays();
    }

    private void allowMakefile() throws Exception {
        inside.write("Makefile", "all:\n").commit("Make");
        ReviewQueue first = sinceSync();
        AcceptSync allowed = new AcceptSync(first.commit(), List.of("Makefile")).against(first.base());
        var _ = sync.workspace().accept(SyncFixture.ID, "shop", project.folder(), allowed);
    }

    private void allowedMakefileStays() throws Exception {
        assertThat(project.git("show", "belljar/shop:Makefile")).isEqualTo("all:");
        assertThat(project.git("show", "belljar/shop:other")).isEqualTo("other");
        assertThat(paths(sinceSync())).containsExactly("Makefile");
    }

    @Test
    void aSquashKeepsASafeFileThatWasRiskyInAnEarlierCommit() throws Exception {
        String target = inside.git("rev-parse", "HEAD:README.md");
        inside.git("update-index", "--add", "--cacheinfo", "120000," + target + ",link");
        inside.git("commit", "-q", "-m", "Link");
        inside.git("rm", "-q", "--cached", "link");
        inside.write("link", "text\n").commit("File");
        var _ = toBranch(sinceStart());
        assertThat(project.git("show", "belljar/shop:link")).isEqualTo("text");
    }
}
