package dev.belljar.app.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.state.SampleStates;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests what the header of a sandbox says, and when its screens are covered.
class SandboxModelTest {
    private static final SandboxViewState RUNNING = SampleStates.sandbox("shop", SandboxState.RUNNING);
    private static final SandboxViewState FAILED = SampleStates.sandbox("shop", SandboxState.ERROR);
    private static final Problem DOWN = Problem.of(ProblemCode.INTERNAL, "error", "no answer", null);

    private final SandboxModel model = new SandboxModel(RUNNING, SampleStates.host(List.of(), RUNNING));

    @Test
    void theStateIsMarkedWhileTheHostAgentDoesNotAnswer() {
        assertThat(model.state()).isEqualTo("running");
        assertThat(model.show(RUNNING, SampleStates.lost(SampleStates.host(List.of(), RUNNING), DOWN)))
                .isFalse();
        assertThat(model.connected()).isFalse();
        assertThat(model.state()).contains("running").isNotEqualTo("running");
    }

    @Test
    void theHeaderIsBuiltAgainOnlyIfMoreThanFiguresChanged() {
        assertThat(model.headChanged()).isTrue();
        assertThat(model.headChanged()).isFalse();
        model.show(SampleStates.stopped("shop", StorageTier.HOT), SampleStates.host(List.of()));
        assertThat(model.headChanged()).isTrue();
        assertThat(model.hint()).isEqualTo("Memory kept: resumes instantly");
    }

    @Test
    void theHeaderIsBuiltAgainIfTheGitBranchChanged() {
        assertThat(model.headChanged()).isTrue();
        SandboxViewState captured = SampleStates.onGitBranch(RUNNING, "fix");
        model.show(captured, SampleStates.host(List.of(), captured));
        assertThat(model.headChanged()).isTrue();
        assertThat(model.branch()).isEqualTo("fix");
    }

    @Test
    void aFailedSandboxCoversItsScreensExceptFetchedChangesThatAreReviewed() {
        assertThat(model.covers(ScreenKind.CHANGES, false)).isFalse();
        assertThat(model.show(FAILED, SampleStates.host(List.of(), FAILED))).isTrue();
        assertThat(model.covers(ScreenKind.CHANGES, false)).isTrue();
        assertThat(model.covers(ScreenKind.LOG, true)).isFalse();
        model.review();
        assertThat(model.covers(ScreenKind.CHANGES, false)).isFalse();
        model.enter(ScreenKind.PROCESSES);
        model.enter(ScreenKind.CHANGES);
        assertThat(model.covers(ScreenKind.CHANGES, false)).isTrue();
    }

    @Test
    void withoutAGitBranchTheHeaderSaysSo() {
        assertThat(model.branch()).isNotBlank();
        assertThat(model.names()).containsExactly("shop");
    }
}
