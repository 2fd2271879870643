package dev.belljar.agent.sandbox;

import dev.belljar.agent.policy.PolicyService;
import dev.belljar.contract.sandbox.SandboxState;

/// Closes the network of one sandbox whatever its rules say, and opens it again; its record tells of both.
///
/// A sandbox whose end has begun lets nothing out any more, however long its work takes to fetch. Its flows end at
/// their next check, which is within a second.
final class NetworkContainment {
    private final SandboxRuntime sandbox;
    private boolean closed;

    NetworkContainment(SandboxRuntime sandbox) {
        this.sandbox = sandbox;
    }

    synchronized void close(String why) {
        if (!closed) {
            closed = true;
            policies().contain(sandbox.subject(), why + ": its network is closed");
            told("closed because " + why);
        }
    }

    /// Opens it, unless the next end has begun already: whoever opens it may have been overtaken by that.
    synchronized void open(String why) {
        if (sandbox.state() == SandboxState.STOPPING) {
            return;
        }
        policies().uncontain(sandbox.subject());
        if (closed) {
            closed = false;
            told("open again because " + why);
        }
    }

    /// A machine that has no network now has nothing to tell of.
    private void told(String words) {
        if (sandbox.gateway().isPresent()) {
            sandbox.observation().note("note", "network", words);
        }
    }

    private PolicyService policies() {
        return sandbox.rooms().wall().policies();
    }
}
