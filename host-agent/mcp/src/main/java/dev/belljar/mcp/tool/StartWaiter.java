package dev.belljar.mcp.tool;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.ChangeWaiter;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Waits until a sandbox runs, and tells the client which requirement the start has reached.
record StartWaiter(AgentClient agent, ToolCall call) {
    /// A gap may be the loss of an event of the other types.
    private static final Set<EventType> CHANGES = Set.of(EventType.STATE, EventType.STEP, EventType.GAP);

    /// Waits until the sandbox runs, and returns it.
    ///
    /// @throws AgentException with its problem if it does not start
    Sandbox await(Sandbox begun) throws AgentException, InterruptedException {
        return ChangeWaiter.await(
                listener -> agent.follow(begun.id(), begun.status().lastSeq(), CHANGES, listener),
                () -> ended(agent.call(SandboxApi.GET.at(begun.id()))));
    }

    private Optional<Sandbox> ended(Sandbox now) throws AgentException {
        SandboxState state = now.status().state();
        List<Requirement> all = now.status().requirements();
        all.stream()
                .filter(each -> each.state() == Requirement.State.WAITING)
                .findFirst()
                .ifPresent(each -> call.progress(now.spec().name() + ": " + each.label()));
        if (state == SandboxState.ERROR || state == SandboxState.STOPPED) {
            Problem problem = now.status().problem();
            throw new AgentException(
                    problem != null
                            ? problem
                            : Problem.of(
                                    ProblemCode.CONFLICT,
                                    "not running",
                                    "sandbox " + now.spec().name() + " was stopped while it was starting",
                                    null),
                    null);
        }
        return state == SandboxState.RUNNING ? Optional.of(now) : Optional.empty();
    }
}
