package dev.belljar.agent.sandbox;

import dev.belljar.agent.policy.PolicyService;
import dev.belljar.contract.sandbox.SandboxState;

/// Closes the network of one sandbox whatever its rules say, and opens it again; the record notes both.
///
/// The network of a sandbox that is being ended is closed, however long the fetch of its work takes. Its flows
/// end at their next check, within a second.
public final class NetworkContainment {
    private final SandboxRuntime sandbox;
    private final PolicyService policies;
    private boolean closed;

    NetworkContainment(SandboxRuntime sandbox, PolicyService policies) {
        this.sandbox = sandbox;
        this.policies = policies;
    }

    public synchronized void close(String why) {
        if (!closed) {
            closed = true;
            policies.contain(sandbox.subject(), why + ": its network is closed");
            report("closed because " + why);
        }
    }

    /// Opens the network, unless the next end has begun already, which may overtake the caller.
    public synchronized void open(String why) {
        if (sandbox.state() == SandboxState.STOPPING) {
            return;
        }
        policies.uncontain(sandbox.subject());
        if (closed) {
            closed = false;
            report("open again because " + why);
        }
    }

    /// Records a note, unless the machine has no network now.
    private void report(String words) {
        if (sandbox.gateway().isPresent()) {
            sandbox.observation().note("note", "network", words);
        }
    }
}
