package dev.belljar.agent.vm;

import dev.belljar.contract.problem.Problem;

/// Hears that a machine stands still because the host's disk is full or a limit is reached, and that it goes on.
public interface DiskListener {
    /// It stands still from now on; `why` has the figures.
    void stands(Problem why);

    /// It goes on.
    void goesOn();
}
