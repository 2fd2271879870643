package dev.belljar.agent.sandbox;

import dev.belljar.agent.guest.GuestExec;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.AttachSession;
import dev.belljar.contract.view.SessionView;
import dev.belljar.contract.view.ToolStatus;

/// The sessions that terminals share, one in each machine.
public interface SharedSessions {
    /// Attaches a terminal to the session of a sandbox, which is begun if it is not there.
    Attached attach(String id, AttachSession request) throws BelljarException, InterruptedException;

    /// What the session of a running sandbox is, with what logs a browser in.
    SessionView session(String id) throws BelljarException, InterruptedException;

    /// How Zellij stands on this host.
    ToolStatus zellij();

    /// Begins to build Zellij unless it is there, in a machine of its own or, with `onHost`, on this host as this user;
    /// returns at once.
    ToolStatus buildZellij(boolean onHost);

    /// Ends a build of Zellij that is going on, and its machine.
    ToolStatus cancelZellij() throws InterruptedException;

    /// A terminal on a session: its streams, the session's name, and what keeps it (`zellij`, `tmux`, `shell`).
    record Attached(GuestExec exec, String session, String by) {}
}
