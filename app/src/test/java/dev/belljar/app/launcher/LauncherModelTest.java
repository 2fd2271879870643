package dev.belljar.app.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.launcher.LauncherModel.LauncherContent;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SampleStates;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.work.WorkState;
import dev.belljar.client.AgentStarter;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests what the launcher shows, and in which order.
class LauncherModelTest {
    private static final Problem DOWN = Problem.of(ProblemCode.INTERNAL, "error", "no answer", null);

    private final LauncherModel model = new LauncherModel(id -> WorkState.UNKNOWN);

    @Test
    void theContentFollowsTheConnectionAndTheProjects() {
        assertThat(model.content()).isEqualTo(LauncherContent.CONNECTING);
        model.show(SampleStates.host(List.of()));
        assertThat(model.content()).isEqualTo(LauncherContent.EMPTY);
        assertThat(model.any()).isFalse();
        model.show(SampleStates.lost(SampleStates.host(List.of()), DOWN));
        assertThat(model.content()).isEqualTo(LauncherContent.UNREACHABLE);
        assertThat(model.mayAdd()).isFalse();
        Problem stopped = Problem.of(AgentStarter.STOPPED, "stopped", "was stopped", null);
        model.show(SampleStates.lost(SampleStates.host(List.of()), stopped));
        assertThat(model.content()).isEqualTo(LauncherContent.STOPPED);
    }

    @Test
    void knownProjectsStayWhileTheHostAgentDoesNotAnswer() {
        HostState state = SampleStates.host(List.of(), SampleStates.sandbox("shop", SandboxState.RUNNING));
        model.show(SampleStates.lost(state, DOWN));
        assertThat(model.content()).isEqualTo(LauncherContent.PROJECTS);
    }

    @Test
    void theFirstRunningProjectLeadsAndStoppedOnesAreLast() {
        model.show(SampleStates.host(
                List.of(),
                SampleStates.stopped("api", null),
                SampleStates.sandbox("broken", SandboxState.ERROR),
                SampleStates.sandbox("shop", SandboxState.RUNNING),
                SampleStates.sandbox("docs", SandboxState.RUNNING),
                SampleStates.starting("blog")));
        assertThat(model.order())
                .extracting(SandboxViewState::name)
                .containsExactly("shop", "blog", "docs", "broken", "api");
    }

    @Test
    void branchesAreBelowTheirProjectAndNotCounted() {
        Snapshot snapshot = SampleStates.snapshot("s1", "shop", "before coupons", 10);
        model.show(SampleStates.host(
                List.of(snapshot), SampleStates.stopped("shop", null), SampleStates.branch("try-1", "s1")));
        assertThat(model.projects()).isEqualTo(1);
        SandboxViewState shop = model.order().getFirst();
        assertThat(model.wide(shop)).isTrue();
        assertThat(model.branches(shop)).singleElement().satisfies(branch -> {
            assertThat(branch.sandbox().name()).isEqualTo("try-1");
            assertThat(branch.from()).isEqualTo("from before coupons");
        });
    }
}
