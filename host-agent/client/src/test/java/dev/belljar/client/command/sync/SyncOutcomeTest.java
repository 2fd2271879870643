package dev.belljar.client.command.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.WorkCommit;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests the text that is shown before a sync is confirmed.
class SyncOutcomeTest {
    private static final String OWN = "had not committed";

    private static SyncPlan plan(int commits, int uncommitted, FileChange... files) {
        List<WorkCommit> made = IntStream.range(0, commits)
                .mapToObj(at -> new WorkCommit("c" + at, "work", "me", at))
                .toList();
        FileDiff diff = new FileDiff("b", "t", Stream.of(files).toList(), List.of(), true);
        FileDiff none = new FileDiff("h", "t", List.of(), List.of(), true);
        return new SyncPlan("t", "b", "belljar/shop", made, uncommitted, diff, none, false);
    }

    private static SyncPlan withOwn(SyncPlan plan, FileChange... own) {
        return new SyncPlan(
                plan.commit(),
                plan.base(),
                plan.target(),
                plan.commits(),
                plan.uncommitted(),
                plan.diff(),
                new FileDiff("h", "t", List.of(own), List.of(), true),
                false);
    }

    private static FileChange file(String path, @Nullable String risk) {
        return new FileChange("A", path, null, 1, 0, false, risk);
    }

    private static List<String> lines(SyncPlan plan, String... allowed) {
        return SyncOutcome.of(plan, List.of(allowed)).lines(new SyncTargetOptions());
    }

    @Test
    void commitsAreKeptIfNoFileIsWithheld() {
        List<String> clean = lines(plan(3, 0, file("a", null)));
        assertThat(clean.getFirst()).isEqualTo("New on branch belljar/shop: 3 commits from the sandbox.");
        List<String> rest = lines(plan(1, 2, file("a", null)));
        assertThat(rest.getFirst())
                .isEqualTo("New on branch belljar/shop: 1 commit from the sandbox, and one commit with the uncommitted"
                        + " changes.");
        assertThat(lines(plan(0, 2)).getFirst())
                .isEqualTo("New on branch belljar/shop: one commit with the uncommitted changes.");
    }

    @Test
    void aWithheldFileIsLeftOutOfItsCommits() {
        SyncPlan plan = plan(3, 0, file("a", null), file("Makefile", "make runs it"));
        List<String> messages = lines(plan);
        assertThat(messages.getFirst()).isEqualTo("New on branch belljar/shop: 3 commits from the sandbox.");
        assertThat(messages.get(2))
                .isEqualTo(
                        "Makefile is excluded, because it could run code on this computer. Exception: a file that you allowed in"
                                + " an earlier sync is included if its content is the same.");
        assertThat(messages.get(1)).contains("rewritten without it", "--allow-all");
        assertThat(messages.getLast()).isEqualTo("In total: 1 file, without the 1 excluded.");
        assertThat(lines(plan, "Makefile").getFirst()).contains("3 commits from");
    }

    @Test
    void whatAMergeChangesIsSaidRightAfterTheNumberOfCommits() {
        SyncPlan plan = plan(3, 0, file("a", null), file("Makefile", "make runs it"));
        assertThat(lines(plan).get(1)).contains("If one of them is a merge, all changes come as one commit instead.");
        SyncTargetOptions target = new SyncTargetOptions();
        target.history = CommitHistory.KEEP;
        assertThat(SyncOutcome.of(plan, List.of()).lines(target).get(1))
                .contains("If one of them is a merge, nothing is synced.");
        target.history = CommitHistory.SQUASH;
        assertThat(SyncOutcome.of(plan, List.of()).lines(target)).noneMatch(line -> line.contains("merge"));
        target.history = null;
        target.onto = SyncTarget.WORKTREE;
        assertThat(SyncOutcome.of(plan, List.of()).lines(target)).noneMatch(line -> line.contains("is a merge"));
        assertThat(lines(plan, "Makefile")).noneMatch(line -> line.contains("merge"));
    }

    @Test
    void theTargetAndTheHistoryAreNamed() {
        SyncTargetOptions target = new SyncTargetOptions();
        target.history = CommitHistory.SQUASH;
        target.branch = "feature";
        SyncOutcome outcome = SyncOutcome.of(plan(3, 0, file("a", null)), List.of());
        assertThat(outcome.lines(target).getFirst()).isEqualTo("New on branch feature: one commit with all changes.");
        target.onto = SyncTarget.WORKTREE;
        assertThat(outcome.lines(target).getFirst())
                .isEqualTo("The changes will be merged into your project's files. To restore the files afterwards, use"
                        + " --undo.");
    }

    @Test
    void ownUncommittedFilesAreMentionedOnlyIfThereAreSome() {
        SyncPlan plan = plan(2, 3, file("a", null), file("b", null), file("Makefile", "make runs it"));
        assertThat(lines(plan)).noneMatch(line -> line.contains(OWN));
        List<String> messages = lines(withOwn(plan, file("mine", null)));
        assertThat(messages)
                .contains(
                        "The result also contains the files that you had not committed when the sandbox was created: 1"
                                + " file.");
        assertThat(messages.getLast()).isEqualTo("In total: 3 files, without the 1 excluded.");
        assertThat(lines(withOwn(plan(0, 1), file("mine", null), file("yours", null)))
                        .getLast())
                .isEqualTo("In total: 2 files.");
    }

    @Test
    void onlyTheFirstWithheldFilesAreNamed() {
        FileChange[] files = Stream.of("a", "b", "c", "d", "e")
                .map(path -> file(path, "runs"))
                .toArray(FileChange[]::new);
        assertThat(lines(plan(0, 1, files)).get(1))
                .startsWith("a, b, c and 2 more are excluded, because they could run");
    }
}
