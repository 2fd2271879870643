package dev.belljar.app.processes;

import dev.belljar.app.action.ProcessRequests;
import dev.belljar.app.action.UiTask;
import dev.belljar.contract.view.ProcessRow;

/// Actions of the processes screen on the rest of the window, for its own sandbox.
public interface ProcessActions {
    /// Shows the connections that match this filter.
    void connections(String words);

    /// Opens the pending approval with this id.
    void decide(String approval);

    /// Sends a signal to a process.
    UiTask<ProcessRequests.SignalOutcome> signal(ProcessRow row, ProcessRequests.ProcessSignal signal);

    /// Reads a process's open files and the names of its environment variables.
    UiTask<ProcessRequests.ProcessResources> inside(ProcessRow row);
}
