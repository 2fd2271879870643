package dev.belljar.app.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.RecordedAgent;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Tests that a task always ends, so that no dialog waits for ever.
class UiTaskTest {
    @Test
    void anErrorOfTheProgramIsAFailure() throws Exception {
        CompletableFuture<Problem> end = new CompletableFuture<>();
        UiTask.TaskCall<String> faulty = _ -> {
            throw new IllegalStateException("a fault");
        };
        UiTask<String> _ = new UiTask<>("test", faulty, new RecordedAgent(Scenario.BUSY), Runnable::run)
                .failed(end::complete)
                .begin();
        Problem problem = end.get(60, TimeUnit.SECONDS);
        assertThat(problem.code()).isEqualTo(ProblemCode.INTERNAL.code());
        assertThat(problem.detail()).contains("a fault");
    }
}
