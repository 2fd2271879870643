package dev.belljar.client.console;

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
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Waits for a sandbox to reach a state and reports each requirement as it is met.
public final class StateWaiter {
    /// A gap may be the loss of an event of the other types.
    private static final Set<EventType> CHANGES = Set.of(EventType.STATE, EventType.STEP, EventType.GAP);

    private final CommandSession session;
    private final boolean quiet;
    private final Set<String> reported = new HashSet<>();
    private int lastPercent = -1;

    public StateWaiter(CommandSession session) {
        this(session, false);
    }

    private StateWaiter(CommandSession session, boolean quiet) {
        this.session = session;
        this.quiet = quiet;
    }

    /// Creates a waiter that reports nothing, for several sandboxes that start at once.
    public static StateWaiter quiet(CommandSession session) {
        return new StateWaiter(session, true);
    }

    /// Waits until the sandbox is in the state `expected`, and returns it.
    ///
    /// @throws AgentException with the sandbox's problem if it fails, is stopped while it starts, or keeps
    /// running although it was to stop
    public Sandbox await(AgentClient agent, String id, SandboxState expected)
            throws AgentException, InterruptedException {
        Sandbox begun = agent.call(SandboxApi.GET.at(id));
        Optional<Sandbox> already = ended(begun, expected);
        if (already.isPresent()) {
            return already.get();
        }
        return ChangeWaiter.await(
                listener -> agent.follow(id, begun.status().lastSeq(), CHANGES, listener),
                () -> ended(agent.call(SandboxApi.GET.at(id)), expected));
    }

    /// Reports the requirements; the result is empty while the sandbox is on its way to the state.
    private Optional<Sandbox> ended(Sandbox sandbox, SandboxState expected) throws AgentException {
        SandboxState state = sandbox.status().state();
        if (expected == SandboxState.RUNNING && !quiet) {
            sandbox.status().requirements().forEach(this::tell);
        }
        if (state == expected) {
            return Optional.of(sandbox);
        }
        if (state == SandboxState.ERROR
                || (expected == SandboxState.RUNNING && state == SandboxState.STOPPED)
                || (expected == SandboxState.STOPPED && goesOn(sandbox))) {
            throw new AgentException(problem(sandbox), null);
        }
        return Optional.empty();
    }

    /// Returns whether the sandbox runs again because it could not be hibernated.
    private static boolean goesOn(Sandbox sandbox) {
        return sandbox.status().state() == SandboxState.RUNNING
                && sandbox.status().problem() != null;
    }

    private void tell(Requirement requirement) {
        Requirement.State state = requirement.state();
        Integer percent = requirement.percent();
        if (state == Requirement.State.WAITING && percent != null && percent / 10 != lastPercent / 10) {
            lastPercent = percent;
            session.aside("  … %s: %d %% %s", requirement.label(), percent, words(requirement));
        } else if (state != Requirement.State.PENDING && reported.add(requirement.name() + state)) {
            String mark = switch (state) {
                case MET -> "✓";
                case FAILED -> "✗";
                case WAITING, PENDING -> "…";
            };
            String time = state == Requirement.State.MET && requirement.millis() >= 100
                    ? String.format(Locale.ROOT, " (%.1f s)", requirement.millis() / 1000.0)
                    : "";
            session.aside("  %s %s%s%s", mark, requirement.label(), colon(words(requirement)), time);
        }
    }

    private static String words(Requirement requirement) {
        return requirement.detail() == null ? "" : requirement.detail();
    }

    private static String colon(String words) {
        return words.isEmpty() ? "" : ": " + words;
    }

    private static Problem problem(Sandbox sandbox) {
        Problem problem = sandbox.status().problem();
        return problem != null
                ? problem
                : Problem.of(
                        ProblemCode.CONFLICT,
                        "not running",
                        "sandbox " + sandbox.spec().name() + " was stopped while it was starting",
                        null);
    }
}
