package dev.belljar.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.state.SampleStates;
import dev.belljar.app.terminal.TerminalsModel.TerminalsContent;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests what the terminal screen shows without terminals, and which tab is in front.
class TerminalsModelTest {
    @Test
    void theContentFollowsTheMachine() {
        TerminalsModel model = new TerminalsModel(SampleStates.sandbox("shop", SandboxState.RUNNING));
        assertThat(model.content()).isEqualTo(TerminalsContent.NONE_OPEN);
        assertThat(model.show(SampleStates.stopped("shop", StorageTier.HOT))).isTrue();
        assertThat(model.content()).isEqualTo(TerminalsContent.HIBERNATED);
        assertThat(model.show(SampleStates.stopped("shop", null))).isFalse();
        assertThat(model.content()).isEqualTo(TerminalsContent.STOPPED);
        assertThat(model.show(SampleStates.starting("shop"))).isTrue();
        assertThat(model.content()).isEqualTo(TerminalsContent.STARTING);
    }

    @Test
    void theCurrentTabStaysInFrontWhileItIsOpen() {
        assertThat(TerminalsModel.front(List.of("a", "b", "c"), "b")).contains("b");
        assertThat(TerminalsModel.front(List.of("a", "c"), "b")).contains("c");
        assertThat(TerminalsModel.front(List.of("a"), null)).contains("a");
        assertThat(TerminalsModel.front(List.of(), "b")).isEmpty();
    }

    @Test
    void shellsAreNumbered() {
        TerminalsModel model = new TerminalsModel(SampleStates.sandbox("shop", SandboxState.RUNNING));
        assertThat(model.nextShell()).isNotEqualTo(model.nextShell());
    }
}
