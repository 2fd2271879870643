package dev.belljar.agent.vm;

import dev.belljar.contract.problem.Problem;

/// Is notified when a machine is paused because the host's disk is full or a limit is reached, and when it
/// resumes.
public interface DiskListener {
    /// The machine was paused; `why` contains the figures.
    void stands(Problem why);

    /// The machine was resumed.
    void goesOn();
}
