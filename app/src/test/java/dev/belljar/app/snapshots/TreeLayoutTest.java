package dev.belljar.app.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SampleStates;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
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

    @Test
    void whereSnapshotsWouldOverlapNamedAndMarkedOnesAreDrawn() {
        List<Snapshot> taken = IntStream.range(0, 400)
                .mapToObj(i -> SampleStates.snapshot("m" + i, "shop", i % 20 == 0 ? "step " + i : null, 1L + 10L * i))
                .toList();
        HostState state = SampleStates.host(taken, SampleStates.sandbox("shop", SandboxState.RUNNING));
        TreeLayout layout = new TreeLayout(
                SnapshotHistory.of(state, "shop"), 4_100, false, new TreeLayout.DrawingSize(800, 100), 1, 0);
        List<TreeLayout.NodePosition> drawn = layout.drawn(Set.of("m7"));
        assertThat(drawn)
                .extracting(spot -> spot.node().key())
                .contains("shop", "m7", "m20", "m360")
                .doesNotContain("m0", "m8");
        List<TreeLayout.NodePosition> others = drawn.stream()
                .filter(spot -> !spot.node().key().equals("m7"))
                .sorted(Comparator.comparingDouble(TreeLayout.NodePosition::x))
                .toList();
        for (int i = 1; i < others.size(); i++) {
            assertThat(others.get(i).x() - others.get(i - 1).x()).isGreaterThanOrEqualTo(13);
        }
    }
}
