package dev.belljar.client;

import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import java.util.Optional;
import java.util.Set;

/// Shuts a sandbox down and starts it again, so that settings take effect for which its machine has to boot.
public final class SandboxRestart {
    private static final Set<EventType> CHANGES = Set.of(EventType.STATE, EventType.STEP, EventType.GAP);

    /// Begins something that leads to another state, and waits until the sandbox is in it.
    public interface RestartWaiter {
        /// Starts the sandbox and returns when it runs.
        Sandbox start() throws AgentException, InterruptedException;

        /// Shuts the sandbox down and returns when it is stopped.
        Sandbox stop() throws AgentException, InterruptedException;
    }

    private SandboxRestart() {}

    /// Restarts a sandbox. A hibernated one is resumed first: its work can only be fetched while it runs.
    ///
    /// @throws AgentException when it cannot be stopped or started
    public static Sandbox run(AgentClient agent, String id) throws AgentException, InterruptedException {
        return run(agent, id, new QuietWaiter(agent, id));
    }

    /// Restarts a sandbox, with a waiter that reports the progress.
    ///
    /// @throws AgentException when it cannot be stopped or started
    public static Sandbox run(AgentClient agent, String id, RestartWaiter waiter)
            throws AgentException, InterruptedException {
        Sandbox now = agent.call(SandboxApi.GET.at(id));
        StorageTier tier = now.tier();
        if (now.status().state() == SandboxState.STOPPED && tier != null && tier != StorageTier.COLD) {
            now = waiter.start();
        }
        if (now.status().state() == SandboxState.RUNNING) {
            Sandbox _ = waiter.stop();
        }
        return waiter.start();
    }

    private record QuietWaiter(AgentClient agent, String id) implements RestartWaiter {
        @Override
        public Sandbox start() throws AgentException, InterruptedException {
            Sandbox begun = agent.call(SandboxApi.START.at(id));
            return await(begun, SandboxState.RUNNING);
        }

        @Override
        public Sandbox stop() throws AgentException, InterruptedException {
            Sandbox begun = agent.call(SandboxApi.STOP.at(id), new StopSandbox(false, false));
            return await(begun, SandboxState.STOPPED);
        }

        private Sandbox await(Sandbox begun, SandboxState expected) throws AgentException, InterruptedException {
            return ChangeWaiter.await(
                    listener -> agent.follow(id, begun.status().lastSeq(), CHANGES, listener),
                    () -> reached(agent.call(SandboxApi.GET.at(id)), expected));
        }

        private static Optional<Sandbox> reached(Sandbox sandbox, SandboxState expected) throws AgentException {
            SandboxState state = sandbox.status().state();
            if (state == expected) {
                return Optional.of(sandbox);
            }
            if (state == SandboxState.ERROR) {
                Problem problem = sandbox.status().problem();
                throw new AgentException(
                        problem != null
                                ? problem
                                : Problem.of(ProblemCode.INTERNAL, "failed", "the sandbox failed", null),
                        null);
            }
            return Optional.empty();
        }
    }
}
