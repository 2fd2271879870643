package dev.belljar.app.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.policy.SecretInfo.SecretKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests when a draft may be applied, and what its test says.
class PolicyModelTest {
    @Test
    void exactlyTheTestedDraftMayBeApplied() {
        PolicyModel model = new PolicyModel();
        assertThat(model.mayApply("allow = []")).isFalse();
        model.tested("allow = []");
        assertThat(model.mayApply("allow = []")).isTrue();
        assertThat(model.mayApply("allow = [] ")).isFalse();
        model.tested(" ");
        assertThat(model.mayApply(" ")).isFalse();
    }

    @Test
    void theResultCountsTheFlowsThatWouldHaveBeenDecidedOtherwise() {
        assertThat(PolicyModel.result(new PolicyReplay(10, 7, List.of()))).contains("3", "10");
        assertThat(PolicyModel.result(new PolicyReplay(10, 10, List.of())))
                .isNotEqualTo(PolicyModel.result(new PolicyReplay(0, 0, List.of())));
    }

    @Test
    void suggestionsAreCountedIfThereAreAny() {
        assertThat(PolicyModel.suggestions(0)).doesNotContain("0");
        assertThat(PolicyModel.suggestions(4)).contains("4");
    }

    @Test
    void whereASecretIsStoredIsSaid() {
        SecretInfo keyring =
                new SecretInfo("TOKEN", SecretKind.VALUE, 1, List.of(), List.of(), "keyring", null, null, null);
        SecretInfo file = new SecretInfo("TOKEN", SecretKind.VALUE, 1, List.of(), List.of(), "file", null, null, null);
        assertThat(PolicyModel.stored(keyring, "14:00"))
                .contains("14:00")
                .isNotEqualTo(PolicyModel.stored(file, "14:00"));
    }
}
