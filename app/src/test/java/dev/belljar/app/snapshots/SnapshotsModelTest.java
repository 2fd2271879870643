package dev.belljar.app.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SampleStates;
import dev.belljar.app.work.ComparisonKey;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Tests which node of the tree is selected, and how two of them are compared.
class SnapshotsModelTest {
    private static final List<Snapshot> TAKEN = List.of(
            SampleStates.snapshot("s1", "shop", "before coupons", 10), SampleStates.snapshot("s2", "shop", null, 20));
    private static final HostState STATE = SampleStates.host(
            TAKEN, SampleStates.sandbox("shop", SandboxState.RUNNING), SampleStates.branch("try-1", "s1"));

    private final SnapshotsModel model = new SnapshotsModel("shop");

    @Test
    void withoutSnapshotsTheTextSaysWhetherOneCanBeTaken() {
        model.show(SampleStates.host(List.of(), SampleStates.sandbox("shop", SandboxState.RUNNING)));
        assertThat(model.empty()).isTrue();
        assertThat(model.emptyTitle()).isEqualTo("Take your first snapshot");
        model.show(SampleStates.host(List.of(), SampleStates.stopped("shop", null)));
        assertThat(model.emptyTitle()).isEqualTo("No snapshots yet");
        model.show(STATE);
        assertThat(model.empty()).isFalse();
    }

    @Test
    void theSandboxItselfIsSelectedFirstAndAgainWhenASnapshotIsGone() {
        model.show(STATE);
        assertThat(model.fallback()).map(TreeNode::key).contains("shop");
        assertThat(model.choose(node("s2"))).isTrue();
        assertThat(model.choose(node("s2"))).isFalse();
        assertThat(model.fallback()).isEmpty();
        model.show(SampleStates.host(TAKEN.subList(0, 1), SampleStates.sandbox("shop", SandboxState.RUNNING)));
        assertThat(model.fallback()).map(TreeNode::key).contains("shop");
    }

    @Test
    void theSecondNodeCompletesAComparisonAndTheEarlierIsOnTheLeft() {
        model.show(STATE);
        model.choose(node("s2"));
        assertThat(model.comparison(node("s1"))).isEmpty();
        model.toggleCompare();
        assertThat(model.prompt()).isNotEmpty();
        assertThat(model.comparison(node("s2"))).isEmpty();
        assertThat(model.comparison(node("s1"))).contains(new ComparisonKey("s1", "before coupons", "s2", "s2"));
        model.toggleCompare();
        assertThat(model.comparing()).isFalse();
        assertThat(model.prompt()).isEmpty();
    }

    @Test
    void eachRunningBranchIsCheckedOnce() {
        model.show(STATE);
        assertThat(model.unchecked(node("s1"), Set.of()))
                .extracting(SnapshotLane::id)
                .containsExactly("try-1");
        assertThat(model.unchecked(node("s1"), Set.of("try-1"))).isEmpty();
        assertThat(model.unchecked(node("shop"), Set.of())).isEmpty();
    }

    private TreeNode node(String key) {
        return model.history().node(key).orElseThrow();
    }
}
