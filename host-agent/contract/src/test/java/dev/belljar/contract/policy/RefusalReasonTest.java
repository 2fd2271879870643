package dev.belljar.contract.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalReasonTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "denied by you: deny a.example (once rule 1) | DENIED_BY_USER",
                "deny budget.example (user rule 7f3a90c1) | DENIED_BY_RULE",
                "nobody answered in time | NOT_ANSWERED",
                "closed: no matching rule | NO_MATCHING_RULE",
                "the budget is used up: allow a.example (user rule 1) | BUDGET_USED_UP",
                "allow a.example (user rule 1), whose upload budget is used up | BUDGET_USED_UP",
                "private or special address: needs a rule that names it | SPECIAL_ADDRESS",
                "not IP | NEVER_ALLOWED",
                "no response from the server | NEVER_ALLOWED"
            })
    void theRecordedReasonIsRecognizedByItsPhrase(String reason, RefusalReason expected) {
        assertThat(RefusalReason.ofOldRule(reason)).isEqualTo(expected);
    }

    @Test
    void aFlowWithoutAReasonWasNeverAllowed() {
        assertThat(RefusalReason.ofOldRule(null)).isEqualTo(RefusalReason.NEVER_ALLOWED);
    }
}
