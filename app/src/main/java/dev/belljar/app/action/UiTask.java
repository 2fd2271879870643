package dev.belljar.app.action;

import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.kordamp.ikonli.feather.Feather;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A call on a virtual thread, started by the user; it ends in exactly one of done, failed and cancelled.
///
/// Handlers are called on the FX thread. After `cancel` only the cancelled handler is called.
public final class UiTask<T> {
    private static final Logger LOG = LoggerFactory.getLogger(UiTask.class);
    private static final Texts TEXTS = Texts.of(UiTask.class);

    /// A call to the host agent.
    @FunctionalInterface
    interface TaskCall<T> {
        T of(AgentClient agent) throws AgentException, InterruptedException;
    }

    private final Executor screen;
    private final Thread thread;
    private Consumer<? super T> done = answer -> {};
    private Consumer<Problem> failed = problem -> {};
    private Runnable cancelled = () -> {};
    private boolean over;

    UiTask(String name, TaskCall<T> call, AgentClient agent, Executor screen) {
        this.screen = screen;
        this.thread = Thread.ofVirtual().name("belljar-" + name).unstarted(() -> run(call, agent));
    }

    /// Sets the handler for success.
    public synchronized UiTask<T> done(Consumer<? super T> then) {
        done = then;
        return this;
    }

    /// Sets the handler for failure.
    public synchronized UiTask<T> failed(Consumer<Problem> then) {
        failed = then;
        return this;
    }

    /// Sets the handler for cancellation.
    public synchronized UiTask<T> cancelled(Runnable then) {
        cancelled = then;
        return this;
    }

    /// Starts the call; all handlers must be set before.
    public synchronized UiTask<T> begin() {
        thread.start();
        return this;
    }

    /// Like [#begin()], and shows a message in the window if the call fails.
    public UiTask<T> beginIn(UiContext context) {
        return failed(problem -> context.overlay().say(Feather.X_OCTAGON, ProblemText.detail(problem), "danger"))
                .begin();
    }

    /// Cancels the call: it is interrupted, and its answer is ignored.
    public void cancel() {
        end(() -> cancelled.run());
        thread.interrupt();
    }

    private void run(TaskCall<T> call, AgentClient agent) {
        try {
            T answer = call.of(agent);
            end(() -> done.accept(answer));
        } catch (AgentException e) {
            end(() -> failed.accept(e.problem()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end(() -> cancelled.run());
        } catch (RuntimeException e) {
            // The top of this thread: without an end, a dialog would wait for ever.
            LOG.error("an action failed", e);
            end(() -> failed.accept(Problem.of(ProblemCode.INTERNAL, "error", TEXTS.get("task.error", e), null)));
        }
    }

    private void end(Runnable then) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
        }
        screen.execute(then);
    }
}
