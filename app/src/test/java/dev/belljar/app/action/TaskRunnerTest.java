package dev.belljar.app.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.RecordedAgent;
import dev.belljar.app.recorded.Scenario;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Tests which tasks make the window read the state of the host again.
class TaskRunnerTest {
    private final AtomicInteger readAgain = new AtomicInteger();
    private final TaskRunner tasks =
            new TaskRunner(new RecordedAgent(Scenario.BUSY), Runnable::run, readAgain::incrementAndGet);

    @Test
    void afterATaskThatMayChangeSomethingTheStateIsReadAgain() throws Exception {
        assertThat(answer(tasks.task("test", agent -> "changed"))).isEqualTo("changed");
        assertThat(readAgain).hasValue(1);
    }

    @Test
    void afterReadingNothingIsReadAgain() throws Exception {
        assertThat(answer(tasks.reading("test", agent -> "read"))).isEqualTo("read");
        assertThat(readAgain).hasValue(0);
    }

    private static String answer(UiTask<String> task) throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        var _ = task.done(answer::complete).begin();
        return answer.get(1, TimeUnit.MINUTES);
    }
}
