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
            if (!moved(from, to, problem, detail)) {
                return;
            }
        } finally {
            lock.unlock();
        }
        entered.accept(from, to);
    }

    /// Moves to another state only if the sandbox is still in `from`, and returns whether it was.
    boolean moveFrom(SandboxState from, SandboxState to, @Nullable Problem problem, @Nullable String detail) {
        lock.lock();
        try {
            if (store.record().state() != from || !moved(from, to, problem, detail)) {
                return false;
            }
        } finally {
            lock.unlock();
        }
        entered.accept(from, to);
        return true;
    }

    /// Puts the sandbox in error with this problem, from any state.
    void fail(Problem problem) {
        lock.lock();
        try {
            boolean _ = moved(store.record().state(), SandboxState.ERROR, problem, null);
        } finally {
            lock.unlock();
        }
    }

    /// Stores and records the transition. It is recorded under the lock, so that events are in the order of the states.
    private boolean moved(SandboxState from, SandboxState to, @Nullable Problem problem, @Nullable String detail) {
        if (!store.change(r -> r.withState(to, System.currentTimeMillis(), problem))) {
            return false;
        }
        observation.state(from, to, store.record().tier(), problem, problem == null ? detail : problem.detail());
        return true;
    }
}
