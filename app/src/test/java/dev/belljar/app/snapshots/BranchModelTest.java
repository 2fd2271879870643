package dev.belljar.app.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.state.SampleStates;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests the name, the number and the memory of new branches.
class BranchModelTest {
    private static final SandboxViewState SHOP = SampleStates.sandbox("shop", SandboxState.RUNNING);

    private final BranchModel model =
            new BranchModel(new TreeNode.SandboxNode(SHOP), SampleStates.host(List.of(), SHOP), 3);

    @Test
    void aNameIsOptionalButMustBeValid() {
        assertThat(model.proposedName()).isEqualTo("shop");
        assertThat(model.valid()).isTrue();
        model.name("try");
        assertThat(model.valid()).isTrue();
        model.name("My Try");
        assertThat(model.valid()).isFalse();
    }

    @Test
    void theRequestHasTheNumberAndTheName() {
        assertThat(model.request()).isEqualTo(new BranchSandbox(null, 3));
        model.name(" try ");
        model.count(2);
        assertThat(model.request()).isEqualTo(new BranchSandbox("try", 2));
        assertThat(model.act()).isEqualTo("Branch ×2");
    }

    @Test
    void withoutFiguresOfTheHostNothingIsSaidAboutItsMemory() {
        assertThat(model.tooMuch()).isFalse();
        assertThat(model.memory()).doesNotContain("free");
    }
}
