package dev.belljar.app.action;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.io.IOException;
import java.util.concurrent.Executor;

/// Creates the tasks of all actions.
public final class TaskRunner {
    /// The code of a program that failed in a sandbox.
    static final ProblemCode FAILED_THERE = new ProblemCode("window.sandbox-program-failed", 500);

    private static final ProblemCode ELSEWHERE = new ProblemCode("window.program-failed", 500);

    private final AgentClient agent;
    private final Executor screen;
    private final Runnable afterwards;

    /// `screen` runs code on the FX thread; `afterwards` is called after each task that may change something, on the
    /// task's thread.
    public TaskRunner(AgentClient agent, Executor screen, Runnable afterwards) {
        this.agent = agent;
        this.screen = screen;
        this.afterwards = afterwards;
    }

    /// Queues code to run on the FX thread.
    void later(Runnable code) {
        screen.execute(code);
    }

    AgentClient agent() {
        return agent;
    }

    /// Creates a task without starting it; `name` is the name of its thread.
    <T> UiTask<T> task(String name, UiTask.TaskCall<T> call) {
        return new UiTask<>(
                name,
                client -> {
                    try {
                        return call.of(client);
                    } finally {
                        afterwards.run();
                    }
                },
                agent,
                screen);
    }

    /// Creates a task that only reads, such as one that runs while a key is held down: nothing has to be read again
    /// after it.
    <T> UiTask<T> reading(String name, UiTask.TaskCall<T> call) {
        return new UiTask<>(name, call, agent, screen);
    }

    /// Turns the failure of a program or file outside Belljar into an exception like those for the host agent's errors.
    static AgentException elsewhere(String title, IOException e) {
        return new AgentException(Problem.of(ELSEWHERE, title, String.valueOf(e.getMessage()), null), e);
    }
}
