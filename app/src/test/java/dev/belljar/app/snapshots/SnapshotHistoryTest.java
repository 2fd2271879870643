package dev.belljar.app.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxTree;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SandboxStatus;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests the origins of branches, also through sandboxes that were destroyed.
class SnapshotHistoryTest {
    private static final List<Snapshot> SNAPSHOTS = List.of(
            snapshot("s1", "shop", null, 10), snapshot("s2", "gone", "s1", 20), snapshot("x1", "docs", null, 15));
    private static final HostState PICTURE = state(
            SNAPSHOTS,
            sandbox("shop", null, 1),
            sandbox("docs", null, 2),
            sandbox("try-1", "s1", 12),
            sandbox("deep", "s2", 30));

    @Test
    void everyRelatedSandboxHasALaneAndTheFirstIsOnTop() {
        SnapshotHistory history = SnapshotHistory.of(PICTURE, "deep");
        assertThat(history.lanes()).extracting(SnapshotLane::name).containsExactly("shop", "try-1", "gone", "deep");
        assertThat(history.taken()).extracting(TreeNode::key).containsExactly("s2", "s1");
        assertThat(history.lane("deep").orElseThrow().origin()).isEqualTo(SNAPSHOTS.get(1));
        assertThat(history.lane("gone").orElseThrow().origin()).isEqualTo(SNAPSHOTS.get(0));
    }

    @Test
    void arrowsMoveAlongALaneAndBackToItsOrigin() {
        SnapshotHistory history = SnapshotHistory.of(PICTURE, "shop");
        TreeNode deep = history.node("deep").orElseThrow();
        TreeNode second = history.along(deep, -1).orElseThrow();
        assertThat(second.key()).isEqualTo("s2");
        assertThat(history.along(second, -1).orElseThrow().key()).isEqualTo("s1");
        assertThat(history.along(deep, 1)).isEmpty();
        assertThat(history.across(second, -1, 40)).map(TreeNode::lane).contains("try-1");
    }

    @Test
    void aSandboxWithoutRelationsIsTheOnlyLane() {
        assertThat(SnapshotHistory.of(PICTURE, "docs").lanes())
                .extracting(SnapshotLane::id)
                .containsExactly("docs");
    }

    @Test
    void branchesStayBeneathTheirProjectWhenASandboxBetweenIsGone() {
        SandboxTree family = new SandboxTree(PICTURE);
        assertThat(family.ordered())
                .extracting(SandboxViewState::name)
                .containsExactly("shop", "try-1", "deep", "docs");
        assertThat(family.head("deep")).isEqualTo("shop");
        assertThat(family.branch("docs")).isFalse();
    }

    @Test
    void aBranchOfADeletedSnapshotIsBeneathTheFirstSandbox() {
        HostState state = state(List.of(), sandbox("shop", null, 1), sandbox("try-1", "lost", 5));
        assertThat(new SandboxTree(state).head("try-1")).isEqualTo("shop");
    }

    @Test
    void aCycleOfSnapshotsDoesNotLoopForever() {
        HostState state =
                state(List.of(snapshot("a", "one", "b", 1), snapshot("b", "two", "a", 2)), sandbox("one", "b", 1));
        assertThat(SnapshotHistory.of(state, "one").lanes()).isNotEmpty();
    }

    private static HostState state(List<Snapshot> snapshots, Sandbox... sandboxes) {
        List<SandboxViewState> viewStates = Stream.of(sandboxes)
                .map(s -> new SandboxViewState(s, List.of()))
                .toList();
        return new HostState(HostState.AgentConnection.UP, null, viewStates, snapshots, List.of(), null, 100);
    }

    private static Snapshot snapshot(String id, String sandbox, @Nullable String parent, long created) {
        return new Snapshot(
                id, sandbox, sandbox, parent, null, null, created, 1, null, null, null, 0, 100, 1 << 20, null);
    }

    private static Sandbox sandbox(String name, @Nullable String origin, long created) {
        String project = name.equals("docs") ? "/docs" : "/shop";
        return new Sandbox(
                name,
                new SandboxSpec(name, project, "microvm", new MachineLimits(1024, 2, 4096), false),
                new SandboxStatus(SandboxState.RUNNING, created, List.of(), null, null, List.of(), true, 1),
                new Acceleration(Acceleration.Kind.UNKNOWN, "", "", "", null, false, 0, "", 0),
                created,
                null,
                null,
                origin,
                null);
    }
}
