package dev.belljar.client.console.environment;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.ChangeWaiter;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.sandbox.Sandbox;
import java.util.Optional;
import java.util.Set;

/// Waits until the setup of a sandbox has ended, and reports each of its steps.
public final class SetupWaiter {
    /// A gap may be the loss of an event of the other types.
    private static final Set<EventType> CHANGES = Set.of(EventType.SETUP, EventType.STATE, EventType.GAP);

    private final CommandSession session;
    private final boolean quiet;
    private int told;

    /// A waiter that reports nothing if it is `quiet`.
    public SetupWaiter(CommandSession session, boolean quiet) {
        this.session = session;
        this.quiet = quiet;
    }

    /// Waits until a setup of this sandbox, which has begun or is about to begin, has ended.
    public SetupStatus await(AgentClient agent, Sandbox sandbox) throws AgentException, InterruptedException {
        return ChangeWaiter.await(
                listener -> agent.follow(sandbox.id(), sandbox.status().lastSeq(), CHANGES, listener),
                () -> ended(agent.call(SandboxApi.GET.at(sandbox.id()))));
    }

    private Optional<SetupStatus> ended(Sandbox now) {
        SetupStatus setup = now.status().setup();
        if (setup == null) {
            return Optional.empty();
        }
        if (!quiet && setup.step() > told) {
            told = setup.step();
            session.aside("  %d of %d: %s", setup.step(), setup.steps(), setup.label());
        }
        return setup.running() ? Optional.empty() : Optional.of(setup);
    }
}
