package dev.belljar.app.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.changes.CompareModel.CompareContent;
import dev.belljar.app.work.ComparisonKey;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests what is shown of a comparison.
class CompareModelTest {
    private static final FileChange TEXT = new FileChange("M", "a.c", null, 3, 1, false, null);
    private static final FileChange BINARY = new FileChange("A", "a.png", null, -1, -1, true, null);

    @Test
    void theContentFollowsTheDifferences() {
        assertThat(model(List.of(), 0).content()).isEqualTo(CompareContent.SAME);
        assertThat(model(List.of(), 2).content()).isEqualTo(CompareContent.SKIPPED);
        assertThat(model(List.of(TEXT), 2).content()).isEqualTo(CompareContent.FILES);
    }

    @Test
    void binariesCountAsFilesButNotAsLines() {
        assertThat(model(List.of(TEXT, BINARY), 0).figures()).contains("2 files", "+3", "−1");
        assertThat(model(List.of(TEXT, BINARY), 0).first()).contains(TEXT);
    }

    @Test
    void swappingKeepsTheNamesWithTheirSides() {
        assertThat(CompareModel.swapped(new ComparisonKey("s1", "before", "s2", "after")))
                .isEqualTo(new ComparisonKey("s2", "after", "s1", "before"));
    }

    private static CompareModel model(List<FileChange> files, int left) {
        return new CompareModel(new WorkspaceComparison("s1", "s2", "a", "b", files, true, List.of(), left));
    }
}
