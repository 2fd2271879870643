package dev.belljar.app.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.policy.RuleModel.RuleField;
import dev.belljar.app.policy.RuleModel.RuleTarget;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import org.junit.jupiter.api.Test;

/// Tests how a rule that the user enters is read.
class RuleModelTest {
    @Test
    void aProposedDestinationIsSplitAtItsPort() {
        assertThat(RuleModel.proposed("a.example:443")).isEqualTo(new RuleTarget("a.example", "443"));
        assertThat(RuleModel.proposed("a.example")).isEqualTo(new RuleTarget("a.example", ""));
        assertThat(RuleModel.proposed("2001:db8::1")).isEqualTo(new RuleTarget("2001:db8::1", ""));
    }

    @Test
    void aDestinationIsOneWord() {
        assertThat(RuleModel.complaint("a.example")).isEmpty();
        assertThat(RuleModel.complaint("")).isPresent();
        assertThat(RuleModel.complaint("a.example by curl")).isPresent();
    }

    @Test
    void theRefusedFieldIsMarked() {
        assertThat(wrong("ports")).isEqualTo(RuleField.PORTS);
        assertThat(wrong("program")).isEqualTo(RuleField.PROGRAM);
        assertThat(wrong("by")).isEqualTo(RuleField.PROGRAM);
        assertThat(wrong("upload")).isEqualTo(RuleField.UPLOAD);
        assertThat(wrong("name")).isEqualTo(RuleField.DESTINATION);
        assertThat(RuleModel.wrong(problem("ports, in a sentence"))).isEqualTo(RuleField.DESTINATION);
        assertThat(RuleModel.refusal(problem("no such name"))).contains("no such name", "“belljar policy”");
    }

    private static RuleField wrong(String field) {
        return RuleModel.wrong(problem("any sentence").withField(field));
    }

    private static Problem problem(String detail) {
        return Problem.of(ProblemCode.INTERNAL, "error", detail, "See `belljar policy`.");
    }
}
