package dev.belljar.app.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.state.SampleStates;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
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
    void theHeaderSaysThatASetupRunsOrIsNotComplete() {
        assertThat(model.headChanged()).isTrue();
        SetupStatus begun = SetupStatus.begun("d1", 7, 1).at(3, "Install Python");
        SandboxViewState settingUp = SampleStates.withSetup(RUNNING, begun);
        model.show(settingUp, SampleStates.host(List.of(), settingUp));
        assertThat(model.headChanged()).isTrue();
        assertThat(model.state()).isEqualTo("setting up");
        assertThat(model.hint()).contains("ready to use", "step 3 of 7", "Install Python");
        SandboxViewState failed =
                SampleStates.withSetup(RUNNING, begun.ended(SetupState.FAILED, 2, 100, "\"Install Python\" failed"));
        model.show(failed, SampleStates.host(List.of(), failed));
        assertThat(model.headChanged()).isTrue();
        assertThat(model.state()).isEqualTo("setup failed");
        assertThat(model.hint())
                .contains("ready to use", "\"Install Python\" failed", "belljar environment setup shop");
        SandboxViewState done = SampleStates.withSetup(RUNNING, begun.ended(SetupState.DONE, 2, null, null));
        model.show(done, SampleStates.host(List.of(), done));
        assertThat(model.state()).isEqualTo("running");
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
