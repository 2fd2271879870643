package dev.belljar.app.action;

import dev.belljar.client.AgentException;
import dev.belljar.contract.problem.Problem;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One thing that is being done for the person: it ends in exactly one of done, failed and cancelled.
///
/// Handlers are called on the screen's thread. After `cancel` nothing more is called but the cancelled handler.
public final class UiTask<T> {
    /// A call to the agent.
    @FunctionalInterface
    interface Call<T> {
        T run() throws AgentException, InterruptedException;
    }

    private final Executor screen;
    private final Thread thread;
    private Consumer<? super T> done = answer -> {};
    private Consumer<Problem> failed = problem -> {};
    private Runnable cancelled = () -> {};
    private boolean over;
    private @Nullable Runnable early;

    UiTask(String name, Call<T> call, Executor screen) {
        this.screen = screen;
        this.thread = Thread.ofVirtual().name("belljar-" + name).unstarted(() -> run(call));
    }

    /// What follows when it succeeded.
    public synchronized UiTask<T> done(Consumer<? super T> then) {
        done = then;
        return this;
    }

    /// What follows when it failed.
    public synchronized UiTask<T> failed(Consumer<Problem> then) {
        failed = then;
        return this;
    }

    /// What follows when the person changed their mind.
    public synchronized UiTask<T> cancelled(Runnable then) {
        cancelled = then;
        return this;
    }

    /// Begins, once all handlers are set.
    public synchronized UiTask<T> begin() {
        thread.start();
        return this;
    }

    /// Gives up: the call is interrupted, what it answers is not looked at.
    public void cancel() {
        end(() -> cancelled.run());
        thread.interrupt();
    }

    private void run(Call<T> call) {
        try {
            T answer = call.run();
            end(() -> done.accept(answer));
        } catch (AgentException e) {
            end(() -> failed.accept(e.problem()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end(() -> cancelled.run());
        }
    }

    private void end(Runnable then) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            early = then;
        }
        screen.execute(then);
    }

    /// Whether it has ended in any way.
    public synchronized boolean over() {
        return early != null;
    }
}
