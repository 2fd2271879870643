package dev.belljar.app.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Tests where labels of the tree are placed.
class TreeLayoutTest {
    private static final TreeLayout LAYOUT =
            new TreeLayout(SnapshotHistory.NONE, 1_000, true, new TreeLayout.DrawingSize(800, 100), 1, 0);

    @Test
    void aLabelIsNeitherCutAtTheLeftEdgeNorBeneathThePresentsLine() {
        assertThat(LAYOUT.labelStart(300, 60)).isEqualTo(300);
        assertThat(LAYOUT.labelStart(-40, 60)).isEqualTo(TreeLayout.NAMES - 8);
        double right = LAYOUT.labelStart(LAYOUT.present(), 60) + 60;
        assertThat(right).isEqualTo(LAYOUT.present() - 8);
        assertThat(LAYOUT.labelStart(300, 5_000)).isEqualTo(TreeLayout.NAMES - 8);
    }
}
