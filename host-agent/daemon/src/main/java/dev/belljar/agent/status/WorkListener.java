package dev.belljar.agent.status;

import dev.belljar.agent.sandbox.SandboxRuntime;

/// Receives each review of work that was fetched for a request, and learns when work was accepted. The calls come
/// from the thread of the request, so they must return at once.
public interface WorkListener {
    /// Ignores everything.
    WorkListener NONE = new WorkListener() {
        @Override
        public void fetched(SandboxRuntime sandbox, FetchedPlan fetched) {}

        @Override
        public void accepted(SandboxRuntime sandbox) {}
    };

    /// The work was fetched.
    void fetched(SandboxRuntime sandbox, FetchedPlan fetched);

    /// Work of the sandbox was accepted.
    void accepted(SandboxRuntime sandbox);
}
