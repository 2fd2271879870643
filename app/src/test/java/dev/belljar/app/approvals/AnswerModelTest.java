package dev.belljar.app.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AnswerApproval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that the user's input becomes an answer or an error message.
class AnswerModelTest {
    private final AnswerModel model = new AnswerModel();

    @Test
    void withoutLimitsAnAnswerHasNoBudget() {
        assertThat(model.of(RuleAction.ALLOW))
                .isEqualTo(new AnswerApproval(RuleAction.ALLOW, RuleScope.SANDBOX, null, null));
    }

    @Test
    void typedLimitsBecomeTheBudgetOfTheAnswer() {
        model.minutes("30");
        model.connections("5");
        model.upload("10m");
        model.ports("80,8000-8100");
        model.scope(RuleScope.PROJECT);
        assertThat(model.complaint()).isEmpty();
        assertThat(model.of(RuleAction.ALLOW))
                .isEqualTo(new AnswerApproval(
                        RuleAction.ALLOW, RuleScope.PROJECT, new RuleBudget(30, 5, 10L << 20), "80,8000-8100"));
    }

    @Test
    void anAnswerMayBeForOneAddress() {
        model.at(" 10.0.0.5 ");
        assertThat(model.complaint()).isEmpty();
        assertThat(model.of(RuleAction.ALLOW).at()).isEqualTo("10.0.0.5");
        model.at("10.0.0.0/24");
        assertThat(model.complaint()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"db.corp", "10.0.0.5 10.0.0.6", "10.0.0.0/", "at 10.0.0.5"})
    void aWrongAddressIsReported(String place) {
        model.at(place);
        assertThat(model.complaint().orElse("")).startsWith("Address");
    }

    @Test
    void aDenialHasNoLimits() {
        model.minutes("30");
        model.ports("80");
        model.at("10.0.0.5");
        assertThat(model.of(RuleAction.DENY))
                .isEqualTo(new AnswerApproval(RuleAction.DENY, RuleScope.SANDBOX, null, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "soon", "1.5", "999999999", "12345678901"})
    void wrongMinutesAreReported(String minutes) {
        model.minutes(minutes);
        assertThat(model.complaint().orElse("")).startsWith("Expires after: expected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10X", "M", "1 M", "-5K"})
    void aWrongUploadIsReported(String upload) {
        model.upload(upload);
        assertThat(model.complaint().orElse("")).startsWith("Upload");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "80,", "80 443", "any,80"})
    void wrongPortsAreReported(String ports) {
        model.ports(ports);
        assertThat(model.complaint().orElse("")).startsWith("Ports");
    }
}
