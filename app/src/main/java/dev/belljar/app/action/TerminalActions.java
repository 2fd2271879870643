package dev.belljar.app.action;

import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;

/// The actions that connect a terminal to a sandbox; `id` is the id of a sandbox. The listener receives the output on
/// another thread.
public final class TerminalActions {
    private final TaskRunner tasks;

    TerminalActions(TaskRunner tasks) {
        this.tasks = tasks;
    }

    /// Opens a terminal in the sandbox.
    public UiTask<RemoteTerminal> open(String id, ExecCommand command, TerminalListener listener) {
        return tasks.task("terminal", agent -> agent.open(id, command, listener));
    }

    /// Attaches to the session of the sandbox.
    public UiTask<RemoteTerminal> attach(String id, AttachSession request, TerminalListener listener) {
        return tasks.task("session", agent -> agent.attach(id, request, listener));
    }
}
