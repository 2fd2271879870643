package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests reviews that compare the work with something else than the start of the sandbox.
@Tag("slow")
class ReviewBaseTest {
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

    private SyncResult toBranch(SkippedChange... skipped) throws Exception {
        return reviews.accept(sinceSync(), SyncTarget.BRANCH, null, skipped);
    }

    private SyncResult toFiles(SkippedChange... skipped) throws Exception {
        return reviews.accept(sinceSync(), SyncTarget.WORKTREE, null, skipped);
    }

    private static List<String> paths(ReviewQueue queue) {
        return queue.entries().stream()
                .flatMap(entry -> entry.files().stream())
                .map(FileChange::path)
                .toList();
    }

    @Test
    void commitsWithoutChangesAreListed() throws Exception {
        String tree = inside.git("rev-parse", "HEAD^{tree}");
        String tip = inside.git("rev-parse", "HEAD");
        for (int i = 0; i < 70; i++) {
            tip = inside.git("commit-tree", "-p", tip, "-m", "Empty " + i, tree);
        }
        var _ = inside.git("reset", "--hard", tip);
        inside.write("made", "x\n").commit("Made");
        ReviewQueue queue = sinceSync();
        assertThat(queue.entries()).hasSize(71);
        assertThat(paths(queue)).containsExactly("made");
        assertThat(toBranch().files()).isEqualTo(1);
    }

    private List<String> branch() throws Exception {
        return project.git("log", "--reverse", "--format=%s", "main..belljar/shop")
                .lines()
                .toList();
    }

    @Test
    void whatWasSyncedIsNotListedAgain() throws Exception {
        inside.write("first", "1\n").commit("First");
        inside.write("loose", "loose\n");
        assertThat(paths(sinceSync())).containsExactly("first", "loose");
        var _ = toBranch();
        assertThat(sinceSync().upToDate()).isTrue();
        String second = inside.write("second", "2\n").commit("Second");
        ReviewQueue queue = sinceSync();
        assertThat(ReviewFixture.subjects(queue)).containsExactly("Second");
        assertThat(paths(queue)).containsExactly("second");
        assertThat(paths(reviews.review(ComparisonBase.START))).containsExactly("first", "loose", "second");
        var _ = toBranch();
        assertThat(branch()).containsExactly("First", "Second");
        assertThat(project.git("rev-parse", "belljar/shop")).isEqualTo(second);
    }

    @Test
    void skippedHunksAreOfferedAgainAndTheOthersStay() throws Exception {
        inside.write("text", LINES.replace("two", "2").replace("nine", "9")).commit("Numbers");
        ReviewQueue first = sinceSync();
        var _ = toBranch(ReviewFixture.skip(first.entries().getFirst(), "text", 1));
        assertThat(project.git("show", "belljar/shop:text") + "\n").isEqualTo(LINES.replace("two", "2"));
        inside.write("more", "more\n").commit("More");
        ReviewQueue next = sinceSync();
        assertThat(ReviewFixture.subjects(next)).containsExactly("Numbers", "More");
        FileHunks left = reviews.hunks(next, next.entries().getFirst(), "text");
        assertThat(left.before()).isEqualTo(LINES.replace("two", "2"));
        assertThat(left.hunks()).containsExactly(new FileHunks.Hunk(1, 9, 1, 9, 1, "eight"));
        var _ = toBranch(ReviewFixture.skip(next.entries().getFirst(), "text", 1));
        assertThat(project.git("show", "belljar/shop:text") + "\n").isEqualTo(LINES.replace("two", "2"));
        assertThat(ReviewFixture.subjects(sinceSync())).containsExactly("Numbers");
        var _ = toBranch();
        assertThat(project.git("show", "belljar/shop:text")).contains("2").contains("9");
        assertThat(sinceSync().upToDate()).isTrue();
    }

    @Test
    void acceptedUncommittedWorkIsNotListedWhenItGrowsAndOnlyAsACommitLater() throws Exception {
        inside.write("text", LINES.replace("two", "2"));
        var _ = toFiles();
        assertThat(project.read("text")).isEqualTo(LINES.replace("two", "2"));
        inside.write("text", LINES.replace("two", "2").replace("nine", "9"));
        ReviewQueue queue = sinceSync();
        FileHunks left = reviews.hunks(queue, queue.entries().getLast(), "text");
        assertThat(left.hunks()).hasSize(1);
        assertThat(left.before()).isEqualTo(LINES.replace("two", "2"));
        var _ = toFiles();
        assertThat(project.read("text")).isEqualTo(LINES.replace("two", "2").replace("nine", "9"));
        inside.git("add", "text");
        inside.git("commit", "-q", "-m", "Numbers");
        assertThat(ReviewFixture.subjects(sinceSync())).containsExactly("Numbers");
        assertThat(paths(sinceSync())).isEmpty();
        var _ = toFiles();
        assertThat(sinceSync().upToDate()).isTrue();
    }

    @Test
    void amongTooManyCommitsSyncedFilesAreListedAsWorkThatWasNotCommitted() throws Exception {
        inside.write("loose", "loose\n");
        var _ = toFiles();
        StringBuilder commits = new StringBuilder();
        for (int i = 0; i <= 200; i++) {
            commits.append("commit refs/heads/main\ncommitter Test <t@belljar.invalid> 1700000000 +0000\ndata 1\nx\n")
                    .append(i == 0 ? "from refs/heads/main^0\n" : "")
                    .append("M 100644 inline count\ndata 3\n%03d\n".formatted(i));
        }
        var _ = inside.git(commits.toString().getBytes(StandardCharsets.UTF_8), "fast-import", "--quiet");
        inside.git("reset", "-q", "--hard");
        ReviewQueue queue = sinceSync();
        assertThat(queue.complete()).isFalse();
        ReviewEntry last = queue.entries().getLast();
        assertThat(last.id()).isEqualTo(queue.commit());
        assertThat(reviews.hunks(queue, last, "loose").after()).isEqualTo("loose\n");
    }

    @Test
    void aSyncToFilesDoesNotConflictWithEditsOfWhatWasSyncedBefore() throws Exception {
        inside.write("text", LINES.replace("two", "2")).commit("Two");
        var _ = toFiles();
        project.write("text", LINES.replace("two", "zwei"));
        inside.write("other", "other\n").commit("Other");
        assertThat(toFiles().files()).isEqualTo(1);
        assertThat(project.read("text")).contains("zwei");
        assertThat(project.read("other")).isEqualTo("other\n");
    }

    @Test
    void anUndoneSyncIsListedAgain() throws Exception {
        inside.write("first", "1\n").commit("First");
        var _ = toFiles();
        assertThat(sinceSync().upToDate()).isTrue();
        var _ = sync.workspace().undo(SyncFixture.ID, project.folder(), null);
        assertThat(paths(sinceSync())).containsExactly("first");
    }

    @Test
    void aGuestThatRewritesItsHistoryCannotHideAChange() throws Exception {
        String start = inside.head();
        String evil = inside.write("text", LINES.replace("two", "evil")).commit("Evil");
        inside.write("text", LINES).commit("Good");
        var _ = toBranch();
        assertThat(sinceSync().upToDate()).isTrue();
        inside.git("reset", "-q", "--hard", evil);
        assertThat(ReviewFixture.subjects(sinceSync())).containsExactly("Evil");
        inside.git("reset", "-q", "--hard", start);
        inside.write("text", LINES.replace("two", "worse")).commit("Evil");
        assertThat(paths(sinceSync())).containsExactly("text");
    }

    @Test
    void whatTheGuestMergedWithoutAListedEntryIsNotSynced() throws Exception {
        String start = inside.head();
        inside.git("checkout", "-q", "-b", "side");
        String hidden = inside.write("text", LINES.replace("two", "hidden")).commit("Hidden");
        inside.write("text", LINES.replace("two", "2")).commit("Shown");
        inside.git("checkout", "-q", "-B", "main", start);
        inside.git("merge", "-q", "--no-ff", "-m", "Merge", "side");
        var _ = toBranch();
        inside.git("reset", "-q", "--hard", hidden);
        assertThat(paths(sinceSync())).containsExactly("text");
    }

    @Test
    void aRiskyFileIsAllowedForWhatWasSyncedOnly() throws Exception {
        inside.write("Makefile", "all:\n").commit("Make");
        ReviewQueue first = sinceSync();
        AcceptSync allowed = new AcceptSync(first.commit(), List.of("Makefile")).against(first.base());
        var _ = sync.workspace().accept(SyncFixture.ID, "shop", project.folder(), allowed);
        assertThat(sinceSync().upToDate()).isTrue();
        inside.write("Makefile", "all:\n\tevil\n").commit("Evil");
        inside.write("other", "other\n").commit("Other");
        assertThat(paths(sinceSync())).containsExactly("Makefile", "other");
        assertThat(toBranch().withheld()).containsExactly("Makefile");
        assertThat(project.git("show", "belljar/shop:Makefile")).isEqualTo("all:");
        assertThat(project.git("show", "belljar/shop:other")).isEqualTo("other");
        assertThat(paths(sinceSync())).containsExactly("Makefile");
    }

    @Test
    void aPatchHasOnlyWhatWasNotSynced() throws Exception {
        inside.write("first", "1\n").commit("First");
        var _ = toBranch();
        inside.write("second", "2\n").commit("Second");
        inside.write("loose", "loose\n");
        String patch = ReviewFixture.patch(reviews.accept(sinceSync(), SyncTarget.PATCH, null));
        assertThat(patch).contains("Subject: [PATCH] Second").contains("loose").doesNotContain("first");
    }

    @Test
    void aBranchOfTheProjectAsTheBaseLeavesOutWhatItHas() throws Exception {
        String first = inside.write("first", "1\n").commit("First");
        var _ = reviews.accept(reviews.review(ComparisonBase.START), SyncTarget.BRANCH, null);
        project.git("merge", "-q", "--ff-only", first);
        project.write("own", "own\n").commit("Own");
        inside.write("second", "2\n").commit("Second");
        ComparisonBase main = new ComparisonBase.ProjectBranch("main");
        ReviewQueue queue = reviews.review(main);
        assertThat(ReviewFixture.subjects(queue)).containsExactly("Second");
        assertThat(reviews.hunks(queue, queue.entries().getFirst(), "second").after())
                .isEqualTo("2\n");
        var _ = reviews.accept(queue, SyncTarget.BRANCH, null);
        assertThat(branch()).contains("Second").doesNotContain("First");
        var _ = reviews.accept(queue, SyncTarget.WORKTREE, null);
        assertThat(project.read("second")).isEqualTo("2\n");
        assertThat(project.read("own")).isEqualTo("own\n");
        assertThatThrownBy(() -> reviews.review(new ComparisonBase.ProjectBranch("none")))
                .hasMessageContaining("or a branch of the project");
        assertThatThrownBy(() -> reviews.review(new ComparisonBase.ProjectBranch("--all")))
                .hasMessageContaining("not a name that git permits");
        assertThat(sync.workspace().bases(SyncFixture.ID, project.folder()).branches())
                .containsExactly("belljar/shop", "main");
    }

    @Test
    void aSnapshotAsTheBaseBringsOnlyWhatChangedSince() throws Exception {
        inside.write("Makefile", "all:\n")
                .write("text", LINES.replace("two", "2"))
                .commit("Before");
        inside.write("loose", "loose\n");
        String work = reviews.snapshot();
        ComparisonBase snapshot = new ComparisonBase.OtherWork(work);
        assertThat(reviews.review(snapshot).upToDate()).isTrue();
        inside.write("text", LINES.replace("two", "2").replace("nine", "9")).git("commit", "-q", "-am", "Nine");
        inside.write("loose", "loose\nmore\n");
        ReviewQueue queue = reviews.review(snapshot);
        assertThat(ReviewFixture.subjects(queue)).contains("Nine").doesNotContain("Before");
        assertThat(reviews.hunks(queue, queue.entries().getFirst(), "text").hunks())
                .hasSize(1);
        String patch = ReviewFixture.patch(reviews.accept(queue, SyncTarget.PATCH, null));
        assertThat(patch).contains("+9").doesNotContain("+2").doesNotContain("Makefile");
        SkippedChange loose = ReviewFixture.skip(queue.entries().getLast(), "loose");
        var _ = reviews.accept(queue, SyncTarget.WORKTREE, null, loose);
        assertThat(project.read("text")).isEqualTo(LINES.replace("nine", "9"));
        assertThat(project.folder().resolve("Makefile")).doesNotExist();
        assertThat(paths(sinceSync())).contains("text", "Makefile");
    }

    @Test
    void aSnapshotAsTheBaseBringsNoEarlierCommitOntoABranch() throws Exception {
        inside.write("Makefile", "all:\n")
                .write("text", LINES.replace("two", "2"))
                .commit("Before");
        String work = reviews.snapshot();
        ComparisonBase snapshot = new ComparisonBase.OtherWork(work);
        inside.write("text", LINES.replace("two", "2").replace("nine", "9")).commit("Nine");
        ReviewQueue queue = reviews.review(snapshot);
        assertThatThrownBy(() -> reviews.accept(queue, SyncTarget.BRANCH, CommitHistory.KEEP))
                .hasMessageContaining("can only be rebased");
        var _ = reviews.accept(queue, SyncTarget.BRANCH, null);
        assertThat(branch()).containsExactly("Nine");
        assertThat(project.git("show", "belljar/shop:text") + "\n").isEqualTo(LINES.replace("nine", "9"));
        assertThat(project.tried("show", "belljar/shop:Makefile").exit()).isNotZero();
        assertThatThrownBy(() -> reviews.accept(reviews.review(ComparisonBase.START), SyncTarget.BRANCH, null))
                .hasMessageContaining("commits that are not part of this sync");
    }

    @Test
    void aRiskyChangeSinceASnapshotIsWithheld() throws Exception {
        inside.write("Makefile", "all:\n\tevil\n").commit("Evil");
        String work = reviews.snapshot();
        ComparisonBase snapshot = new ComparisonBase.OtherWork(work);
        inside.write("Makefile", "all:\n").commit("Good");
        inside.write("Makefile", "all:\n\tevil\n").write("other", "other\n").commit("Evil again");
        ReviewQueue queue = reviews.review(snapshot);
        assertThat(queue.entries().getLast().files())
                .filteredOn(file -> file.path().equals("Makefile"))
                .allMatch(file -> file.risk() != null);
        SyncResult result = reviews.accept(queue, SyncTarget.BRANCH, null);
        assertThat(result.withheld()).containsExactly("Makefile");
        assertThat(project.tried("show", "belljar/shop:Makefile").exit()).isNotZero();
        assertThat(project.git("show", "belljar/shop:other")).isEqualTo("other");
    }
}
