package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.recording.EventRecorder;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Moves one sandbox from state to state, and records each transition. The lock is that of the sandbox.
final class StateMachine {
    private final SandboxRecordStore store;
    private final EventRecorder observation;
    private final BiConsumer<SandboxState, SandboxState> entered;
    private final ReentrantLock lock;

    /// `entered` is called with the previous and the current state after each transition except one to an error.
    StateMachine(
            SandboxRecordStore store,
            EventRecorder observation,
            BiConsumer<SandboxState, SandboxState> entered,
            ReentrantLock lock) {
        this.store = store;
        this.observation = observation;
        this.entered = entered;
        this.lock = lock;
    }

    /// Moves to another state.
    ///
    /// @throws SandboxException `sandbox.wrong-state` when the transition is not permitted
    void move(SandboxState to, @Nullable Problem problem, @Nullable String detail) throws SandboxException {
        SandboxState from;
        lock.lock();
        try {
            SandboxRecord now = store.record();
            from = now.state();
            if (!from.next().contains(to)) {
                throw StateProblems.transition(now, to);
            }
            if (!moved(to, problem)) {
                return;
            }
        } finally {
            lock.unlock();
        }
        record(from, to, problem, detail);
    }

    /// Moves to another state only if the sandbox is still in `from`, and returns whether it was.
    boolean moveFrom(SandboxState from, SandboxState to, @Nullable Problem problem, @Nullable String detail) {
        lock.lock();
        try {
            if (store.record().state() != from || !moved(to, problem)) {
                return false;
            }
        } finally {
            lock.unlock();
        }
        record(from, to, problem, detail);
        return true;
    }

    /// Puts the sandbox in error with this problem, from any state.
    void fail(Problem problem) {
        SandboxState from;
        lock.lock();
        try {
            from = store.record().state();
            if (!moved(SandboxState.ERROR, problem)) {
                return;
            }
        } finally {
            lock.unlock();
        }
        observation.state(from, SandboxState.ERROR, store.record().tier(), problem, problem.detail());
    }

    private boolean moved(SandboxState to, @Nullable Problem problem) {
        return store.change(r -> r.withState(to, System.currentTimeMillis(), problem));
    }

    private void record(SandboxState from, SandboxState to, @Nullable Problem problem, @Nullable String detail) {
        entered.accept(from, to);
        observation.state(from, to, store.record().tier(), problem, problem == null ? detail : problem.detail());
    }
}
