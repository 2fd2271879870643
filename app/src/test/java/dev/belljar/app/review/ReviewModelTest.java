package dev.belljar.app.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests that files that could run on the host are included only if the user ticks them.
class ReviewModelTest {
    private final ReviewModel model = new ReviewModel(new SyncPlan(
            "tip",
            "base",
            "belljar/shop",
            List.of(),
            0,
            new FileDiff("base", "tip", List.of(file("a.ts", null), file(".envrc", "runs")), List.of(), true),
            new FileDiff("head", "tip", List.of(file("mine.ts", null)), List.of(), true),
            false));

    @Test
    void riskyFilesAreLeftOutAtFirst() {
        assertThat(model.decision().allowed()).isEmpty();
        assertThat(model.acceptWords()).isEqualTo("Sync 2 files");
    }

    @Test
    void onlyATickedRiskyFileIsSynced() {
        model.tick(model.risky().getFirst(), true);
        assertThat(model.decision().allowed()).containsExactly(".envrc");
        assertThat(model.acceptWords()).isEqualTo("Sync 3 files");
    }

    @Test
    void theUsersOwnFilesAreCountedAmongTheSyncedOnes() {
        assertThat(model.own()).extracting(FileChange::path).containsExactly("mine.ts");
        assertThat(model.coming()).isEqualTo(model.safe().size() + model.own().size());
    }

    @Test
    void everyListedFileIsCounted() {
        assertThat(model.listed()).isEqualTo(3);
    }

    @Test
    void aFileIsReadAtTheCommitsOfTheDecision() {
        assertThat(model.sides("sb-1", model.risky().getFirst()))
                .extracting(WorkspaceComparison::from, WorkspaceComparison::base, WorkspaceComparison::tip)
                .containsExactly("sb-1", "base", "tip");
        assertThat(model.sides("sb-1", model.own().getFirst()).base()).isEqualTo("head");
    }

    @Test
    void theDecisionIsAboutTheReviewedCommit() {
        assertThat(model.decision().commit()).isEqualTo("tip");
    }

    private static FileChange file(String path, @Nullable String risk) {
        return new FileChange("M", path, null, 1, 0, false, risk);
    }
}
