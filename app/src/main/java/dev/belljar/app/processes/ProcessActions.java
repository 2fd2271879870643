package dev.belljar.app.processes;

import dev.belljar.app.action.ProcessCommands;
import dev.belljar.app.action.UiTask;
import dev.belljar.contract.view.ProcessRow;

/// What the processes screen can ask of the rest of the window, about its own sandbox.
public interface ProcessActions {
    /// Shows the connections that these words find.
    void connections(String words);

    /// Opens an approval that waits for a process, by its id.
    void decide(String approval);

    /// Sends a signal to a process.
    UiTask<ProcessCommands.Outcome> signal(ProcessRow row, ProcessCommands.Signal signal);

    /// Reads what a process has open and the names in its environment.
    UiTask<ProcessCommands.Inside> inside(ProcessRow row);
}
