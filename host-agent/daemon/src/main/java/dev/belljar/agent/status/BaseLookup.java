package dev.belljar.agent.status;

import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.contract.problem.BelljarException;
import org.jspecify.annotations.Nullable;

/// Finds what a review is compared with by its name in a request.
public interface BaseLookup {
    /// The base with this name; null is the start of the sandbox.
    ComparisonBase find(SandboxRuntime sandbox, @Nullable String name) throws BelljarException, InterruptedException;
}
