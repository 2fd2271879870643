package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.request.work.ReviewBase;
import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        project.write("text", LINES).commit("Text");
        sync = new SyncFixture(temp);
        var _ = sync.start(project.folder());
        inside = sync.inside();
    }

    private ReviewQueue review(ComparisonBase base) throws Exception {
        return sync.workspace().review(SyncFixture.ID, "shop", project.folder(), sync.guest(), base);
    }

    private ReviewQueue sinceSync() throws Exception {
        return review(ComparisonBase.LAST_SYNC);
    }

    private SyncResult accept(
            ReviewQueue queue,
            ComparisonBase base,
            SyncTarget target,
            @Nullable CommitHistory history,
            SkippedChange... skipped)
            throws Exception {
        AcceptSync request = new AcceptSync(queue.commit(), List.of(), List.of(skipped), target, null, history, false)
                .comparedWith(new ReviewBase("any", queue.base()));
        return sync.workspace().accept(SyncFixture.ID, "shop", project.folder(), request, base);
    }

    private SyncResult toBranch(SkippedChange... skipped) throws Exception {
        return accept(sinceSync(), ComparisonBase.LAST_SYNC, SyncTarget.BRANCH, null, skipped);
    }

    private SyncResult toFiles(SkippedChange... skipped) throws Exception {
        return accept(sinceSync(), ComparisonBase.LAST_SYNC, SyncTarget.WORKTREE, null, skipped);
    }

    private FileHunks hunks(String entry, String path, ComparisonBase base) throws Exception {
        return sync.workspace().hunks(SyncFixture.ID, project.folder(), new ReadHunks(entry, path), base);
    }

    private static List<String> subjects(ReviewQueue queue) {
        return queue.entries().stream().map(ReviewEntry::subject).toList();
    }

    private static List<String> paths(ReviewQueue queue) {
        return queue.entries().stream()
                .flatMap(entry -> entry.files().stream())
                .map(FileChange::path)
                .toList();
    }

    private List<String> branch() throws Exception {
        return project.git("log", "--reverse", "--format=%s", "main..belljar/shop")
                .lines()
                .toList();
    }

    private static SkippedChange skip(ReviewEntry entry, String path, Integer... hunks) {
        return new SkippedChange(entry.id(), path, List.of(hunks));
    }

    private static String patch(SyncResult result) {
        return new String(
                Base64.getDecoder().decode(Objects.requireNonNull(result.patch())), StandardCharsets.UTF_8);
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
        assertThat(subjects(queue)).containsExactly("Second");
        assertThat(paths(queue)).containsExactly("second");
        assertThat(paths(review(ComparisonBase.START))).containsExactly("first", "loose", "second");
        var _ = toBranch();
        assertThat(branch()).containsExactly("First", "Second");
        assertThat(project.git("rev-parse", "belljar/shop")).isEqualTo(second);
    }

    @Test
    void skippedHunksAreOfferedAgainAndTheOthersStay() throws Exception {
        inside.write("text", LINES.replace("two", "2").replace("nine", "9")).commit("Numbers");
        ReviewQueue first = sinceSync();
        var _ = toBranch(skip(first.entries().getFirst(), "text", 1));
        assertThat(project.git("show", "belljar/shop:text") + "\n").isEqualTo(LINES.replace("two", "2"));
        inside.write("more", "more\n").commit("More");
        ReviewQueue next = sinceSync();
        assertThat(subjects(next)).containsExactly("Numbers", "More");
        FileHunks left = hunks(next.entries().getFirst().id(), "text", ComparisonBase.LAST_SYNC);
        assertThat(left.before()).isEqualTo(LINES.replace("two", "2"));
        assertThat(left.hunks()).containsExactly(new FileHunks.Hunk(1, 9, 1, 9, 1, "eight"));
        var _ = toBranch(skip(next.entries().getFirst(), "text", 1));
        assertThat(project.git("show", "belljar/shop:text") + "\n").isEqualTo(LINES.replace("two", "2"));
        assertThat(subjects(sinceSync())).containsExactly("Numbers");
        var _ = toBranch();
        assertThat(project.git("show", "belljar/shop:text")).contains("2").contains("9");
        assertThat(sinceSync().upToDate()).isTrue();
    }

    @Test
    void acceptedUncommittedWorkIsNotListedWhenItGrowsOrIsCommitted() throws Exception {
        inside.write("text", LINES.replace("two", "2"));
        var _ = toFiles();
        assertThat(project.read("text")).isEqualTo(LINES.replace("two", "2"));
        inside.write("text", LINES.replace("two", "2").replace("nine", "9"));
        ReviewQueue queue = sinceSync();
        FileHunks left = hunks(queue.entries().getLast().id(), "text", ComparisonBase.LAST_SYNC);
        assertThat(left.hunks()).hasSize(1);
        assertThat(left.before()).isEqualTo(LINES.replace("two", "2"));
        var _ = toFiles();
        assertThat(project.read("text")).isEqualTo(LINES.replace("two", "2").replace("nine", "9"));
        inside.git("add", "text");
        inside.git("commit", "-q", "-m", "Numbers");
        assertThat(sinceSync().upToDate()).isTrue();
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
        assertThat(subjects(sinceSync())).containsExactly("Evil");
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
        AcceptSync allowed = new AcceptSync(first.commit(), List.of("Makefile"));
        var _ = sync.workspace().accept(SyncFixture.ID, "shop", project.folder(), allowed, ComparisonBase.LAST_SYNC);
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
        String patch = patch(accept(sinceSync(), ComparisonBase.LAST_SYNC, SyncTarget.PATCH, null));
        assertThat(patch).contains("Subject: [PATCH] Second").contains("loose").doesNotContain("first");
    }

    @Test
    void aBranchOfTheProjectAsTheBaseLeavesOutWhatItHas() throws Exception {
        String first = inside.write("first", "1\n").commit("First");
        var _ = accept(review(ComparisonBase.START), ComparisonBase.START, SyncTarget.BRANCH, null);
        project.git("merge", "-q", "--ff-only", first);
        project.write("own", "own\n").commit("Own");
        inside.write("second", "2\n").commit("Second");
        ComparisonBase main = new ComparisonBase.ProjectBranch("main");
        ReviewQueue queue = review(main);
        assertThat(subjects(queue)).containsExactly("Second");
        assertThat(hunks(queue.entries().getFirst().id(), "second", main).after())
                .isEqualTo("2\n");
        var _ = accept(queue, main, SyncTarget.BRANCH, null);
        assertThat(branch()).contains("Second").doesNotContain("First");
        var _ = accept(queue, main, SyncTarget.WORKTREE, null);
        assertThat(project.read("second")).isEqualTo("2\n");
        assertThat(project.read("own")).isEqualTo("own\n");
        assertThatThrownBy(() -> review(new ComparisonBase.ProjectBranch("none")))
                .hasMessageContaining("nor a branch of the project");
        assertThatThrownBy(() -> review(new ComparisonBase.ProjectBranch("--all")))
                .hasMessageContaining("not a name that git permits");
        assertThat(sync.workspace().bases(SyncFixture.ID, project.folder()).branches())
                .containsExactly("belljar/shop", "main");
    }

    @Test
    void aBranchThatMovedSinceTheReviewIsNoLongerItsBase() throws Exception {
        String start = project.head();
        String first = inside.write("first", "1\n").commit("First");
        var _ = accept(review(ComparisonBase.START), ComparisonBase.START, SyncTarget.BRANCH, null);
        project.git("merge", "-q", "--ff-only", first);
        inside.write("second", "2\n").commit("Second");
        ComparisonBase main = new ComparisonBase.ProjectBranch("main");
        ReviewQueue queue = review(main);
        project.git("reset", "-q", "--hard", start);
        assertThatThrownBy(() -> accept(queue, main, SyncTarget.BRANCH, null))
                .hasMessageContaining("has changed since the review");
    }

    @Test
    void aSnapshotAsTheBaseBringsOnlyWhatChangedSince() throws Exception {
        inside.write("Makefile", "all:\n").write("text", LINES.replace("two", "2")).commit("Before");
        inside.write("loose", "loose\n");
        String work = sync.workspace()
                .keep(SyncFixture.ID, project.folder(), sync.guest(), "snap", Duration.ofMinutes(1))
                .tip();
        ComparisonBase snapshot = new ComparisonBase.OtherWork(work);
        assertThat(review(snapshot).upToDate()).isTrue();
        inside.write("text", LINES.replace("two", "2").replace("nine", "9")).git("commit", "-q", "-am", "Nine");
        inside.write("loose", "loose\nmore\n");
        ReviewQueue queue = review(snapshot);
        assertThat(subjects(queue)).contains("Nine").doesNotContain("Before");
        assertThat(hunks(queue.entries().getFirst().id(), "text", snapshot).hunks())
                .hasSize(1);
        String patch = patch(accept(queue, snapshot, SyncTarget.PATCH, null));
        assertThat(patch).contains("+9").doesNotContain("+2").doesNotContain("Makefile");
        var _ = accept(queue, snapshot, SyncTarget.WORKTREE, null, skip(queue.entries().getLast(), "loose"));
        assertThat(project.read("text")).isEqualTo(LINES.replace("nine", "9"));
        assertThat(project.folder().resolve("Makefile")).doesNotExist();
        assertThat(paths(sinceSync())).contains("text", "Makefile");
    }

    @Test
    void aSnapshotAsTheBaseBringsNoEarlierCommitOntoABranch() throws Exception {
        inside.write("Makefile", "all:\n").write("text", LINES.replace("two", "2")).commit("Before");
        String work = sync.workspace()
                .keep(SyncFixture.ID, project.folder(), sync.guest(), "snap", Duration.ofMinutes(1))
                .tip();
        ComparisonBase snapshot = new ComparisonBase.OtherWork(work);
        inside.write("text", LINES.replace("two", "2").replace("nine", "9")).commit("Nine");
        ReviewQueue queue = review(snapshot);
        assertThatThrownBy(() -> accept(queue, snapshot, SyncTarget.BRANCH, CommitHistory.KEEP))
                .hasMessageContaining("can only be rebased");
        var _ = accept(queue, snapshot, SyncTarget.BRANCH, null);
        assertThat(branch()).containsExactly("Nine");
        assertThat(project.git("show", "belljar/shop:text") + "\n").isEqualTo(LINES.replace("nine", "9"));
        assertThat(project.tried("show", "belljar/shop:Makefile").exit()).isNotZero();
        assertThatThrownBy(() -> accept(review(ComparisonBase.START), ComparisonBase.START, SyncTarget.BRANCH, null))
                .hasMessageContaining("commits that are not part of this sync");
    }

    @Test
    void aRiskyChangeSinceASnapshotIsWithheld() throws Exception {
        inside.write("Makefile", "all:\n\tevil\n").commit("Evil");
        String work = sync.workspace()
                .keep(SyncFixture.ID, project.folder(), sync.guest(), "snap", Duration.ofMinutes(1))
                .tip();
        ComparisonBase snapshot = new ComparisonBase.OtherWork(work);
        inside.write("Makefile", "all:\n").commit("Good");
        inside.write("Makefile", "all:\n\tevil\n").write("other", "other\n").commit("Evil again");
        ReviewQueue queue = review(snapshot);
        assertThat(queue.entries().getLast().files())
                .filteredOn(file -> file.path().equals("Makefile"))
                .allMatch(file -> file.risk() != null);
        SyncResult result = accept(queue, snapshot, SyncTarget.BRANCH, null);
        assertThat(result.withheld()).containsExactly("Makefile");
        assertThat(project.tried("show", "belljar/shop:Makefile").exit()).isNotZero();
        assertThat(project.git("show", "belljar/shop:other")).isEqualTo("other");
    }
}
