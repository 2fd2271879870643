package dev.belljar.app.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import org.junit.jupiter.api.Test;

/// Tests how the window shows the sentences of a problem.
class ProblemTextTest {
    @Test
    void commandsAreInQuotationMarksAndNotInBackticks() {
        assertThat(ProblemText.shown("Run `belljar doctor`, then `belljar start shop`."))
                .isEqualTo("Run “belljar doctor”, then “belljar start shop”.");
    }

    @Test
    void aLoneBacktickIsKept() {
        assertThat(ProblemText.shown("the file a`b")).isEqualTo("the file a`b");
    }

    @Test
    void detailAndHintAreTwoSentences() {
        Problem problem = Problem.of(ProblemCode.NOT_FOUND, "error", "no sandbox is called x", "`belljar list` helps.");
        assertThat(ProblemText.all(problem)).isEqualTo("no sandbox is called x. “belljar list” helps.");
        assertThat(ProblemText.hint(Problem.of(ProblemCode.NOT_FOUND, "error", "x", null)))
                .isNull();
    }
}
