package dev.belljar.app.review;

import static dev.belljar.app.review.SampleReviews.commit;
import static dev.belljar.app.review.SampleReviews.file;
import static dev.belljar.app.review.SampleReviews.hunks;
import static dev.belljar.app.review.SampleReviews.queue;
import static dev.belljar.app.review.SampleReviews.uncommitted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.review.decision.HunkDecision;
import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests what a sync sends: only what was accepted, and nothing that could run on the host before it was included.
class TargetModelTest {
    private final ReviewModel model = new ReviewModel();
    private final TargetModel target = new TargetModel(model);

    @Test
    void nothingIsSyncedAtFirst() {
        shop();
        assertThat(target.ready()).isFalse();
        assertThat(target.action()).isEqualTo("Sync 0 hunks");
    }

    @Test
    void filesAreNamedUntilAllHunksAreCounted() {
        model.show(queue("tip", uncommitted("u1", file("a.ts"), file("b.ts"))), 0);
        model.decideFile(named("a.ts"), HunkDecision.ACCEPTED);
        assertThat(target.action()).isEqualTo("Sync 1 file");
        assertThat(target.result(new SyncResult("belljar/shop", "tip", 1, List.of()), "belljar/shop"))
                .isEqualTo("1 file synced to belljar/shop."
                        + " 1 file not synced or synced only in part (skipped or undecided).");
    }

    @Test
    void commitsWithoutFilesAreSyncedWithoutADecision() {
        model.show(queue("tip"), 0);
        assertThat(target.ready()).isFalse();
        model.show(queue("tip", commit("c1")), 0);
        assertThat(target.ready()).isTrue();
        assertThat(target.action()).isEqualTo("Sync everything…");
        assertThat(target.request().skipped()).isEmpty();
    }

    @Test
    void undecidedAndSkippedHunksAreSentAsSkipped() {
        shop();
        model.load(named("a.ts"), hunks("a.ts", "one", "two", "three"));
        model.open(named("a.ts"), 0);
        model.decide(HunkDecision.ACCEPTED);
        model.decide(HunkDecision.SKIPPED);
        AcceptSync request = target.request();
        assertThat(request.commit()).isEqualTo("tip");
        assertThat(request.base()).isEqualTo("base");
        assertThat(request.skipped())
                .containsExactly(
                        new SkippedChange("c1", "a.ts", List.of(1, 2)), new SkippedChange("u1", "b.ts", List.of()));
        assertThat(target.action()).isEqualTo("Sync 1 hunk");
    }

    @Test
    void whatWasSkippedIsStillSkippedBeforeTheNextReviewIsKnown() {
        shop();
        model.load(named("a.ts"), hunks("a.ts", "one", "two"));
        model.decide(named("a.ts"), 0, HunkDecision.ACCEPTED);
        model.synced(SyncTarget.BRANCH);
        assertThat(model.files()).extracting(ReviewedFile::path).doesNotContain("a.ts");
        assertThat(target.ready()).isFalse();
        model.decideFile(named("b.ts"), HunkDecision.ACCEPTED);
        assertThat(target.request().skipped()).containsExactly(new SkippedChange("c1", "a.ts", List.of(1)));
    }

    @Test
    void aRiskyFileIsLeftOutUntilItIsIncluded() {
        shop();
        assertThat(target.request().allowed()).isEmpty();
        assertThat(target.request().skipped()).extracting(SkippedChange::path).doesNotContain(".envrc");
        model.decideFile(named(".envrc"), HunkDecision.ACCEPTED);
        assertThat(target.request().allowed()).containsExactly(".envrc");
    }

    @Test
    void anIncludedRiskyFileIsStillSkippedInTheEntriesWhereItWasNotAccepted() {
        model.show(queue("tip", commit("c1", file(".envrc", "runs")), uncommitted("u1", file(".envrc", "runs"))), 0);
        model.decideFile(model.risky().getFirst(), HunkDecision.ACCEPTED);
        assertThat(target.request().allowed()).containsExactly(".envrc");
        assertThat(target.request().skipped()).containsExactly(new SkippedChange("u1", ".envrc", List.of()));
    }

    @Test
    void everythingIsSyncedIfSingleHunksCannotBeLeftOut() {
        model.show(
                new ReviewQueue(
                        "tip",
                        "base",
                        "belljar/shop",
                        0,
                        List.of(commit("c1", file("a.ts"))),
                        SampleReviews.NO_FILES,
                        false,
                        false),
                0);
        assertThat(target.ready()).isTrue();
        assertThat(target.action()).isEqualTo("Sync everything…");
        assertThat(target.request().skipped()).isEmpty();
    }

    @Test
    void theBranchIsTheOneThatWasTypedOrElseTheSandboxs() {
        shop();
        assertThat(target.request().branch()).isEqualTo("belljar/shop");
        target.branch(" coupons ");
        assertThat(target.request().branch()).isEqualTo("coupons");
        target.target(SyncTarget.PATCH);
        assertThat(target.request().branch()).isNull();
        assertThat(target.request().target()).isEqualTo(SyncTarget.PATCH);
    }

    @Test
    void thePatchIsNamedAfterTheBranchAndReplacesOnlyAChosenFile() {
        shop();
        Path home = Path.of("/home/mia");
        assertThat(target.patch(home)).isEqualTo(Path.of("/home/mia/shop.patch"));
        target.patch("/tmp/x.patch", true);
        assertThat(target.patch(home)).isEqualTo(Path.of("/tmp/x.patch"));
        assertThat(target.replacing()).isTrue();
        target.patch("/tmp/y.patch", false);
        assertThat(target.replacing()).isFalse();
    }

    @Test
    void onlyTheWorkingTreeReplacesConflictingChanges() {
        shop();
        target.stash(true);
        target.history(CommitHistory.SQUASH);
        assertThat(target.request().stash()).isFalse();
        assertThat(target.request().history()).isEqualTo(CommitHistory.SQUASH);
        target.target(SyncTarget.WORKTREE);
        assertThat(target.request().stash()).isTrue();
        assertThat(target.consequence("/srv/shop")).isEqualTo("Changes your files in /srv/shop.");
    }

    @Test
    void theResultSaysWhatWasLeftOut() {
        shop();
        model.decideFile(named("a.ts"), HunkDecision.ACCEPTED);
        SyncResult result = new SyncResult("belljar/shop", "tip", 1, List.of(".envrc"));
        assertThat(target.result(result, "belljar/shop"))
                .isEqualTo("1 hunk in 1 file synced to belljar/shop. 2 hunks not synced (skipped or undecided)."
                        + " 1 file excluded because it could run code on this computer.");
    }

    private void shop() {
        model.show(
                queue("tip", commit("c1", file("a.ts"), file(".envrc", "runs")), uncommitted("u1", file("b.ts"))), 0);
        model.files().forEach(file -> file.count(1));
    }

    private ReviewedFile named(String path) {
        return model.all().stream()
                .filter(file -> file.path().equals(path))
                .findFirst()
                .orElseThrow();
    }
}
