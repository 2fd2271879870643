package dev.belljar.agent.access;

import dev.belljar.agent.guest.GuestExec;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.view.host.ToolStatus;
import dev.belljar.contract.view.session.SessionView;

/// The API's operations on sessions, which terminals share; each machine has one.
public interface SessionOperations {
    /// Attaches a terminal to the session of a sandbox, beginning the session if there is none.
    Attached attach(String id, AttachSession request) throws BelljarException, InterruptedException;

    /// The session of a running sandbox, with the tokens that log a browser in.
    SessionView session(String id) throws BelljarException, InterruptedException;

    /// The state of Zellij on this host.
    ToolStatus zellij();

    /// Begins to build Zellij if it is missing, in a separate machine or, with `onHost`, on this host as this
    /// user; returns at once.
    ToolStatus buildZellij(boolean onHost);

    /// Cancels a running build of Zellij and ends its machine.
    ToolStatus cancelZellij() throws InterruptedException;

    /// A terminal attached to a session: its streams, the session's name, and the program that keeps it
    /// (`zellij`, `tmux`, `shell`).
    record Attached(GuestExec exec, String session, String by) {}
}
