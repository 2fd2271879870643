package dev.belljar.client;

import dev.belljar.contract.request.AttachSession;
import dev.belljar.contract.view.SessionView;
import dev.belljar.contract.view.ToolStatus;

/// A client of the API of sessions, which terminals share. Calls block; `id` is a sandbox's id or name.
public interface SessionClient {
    /// `GET /sandboxes/{id}/session`: the sandbox's session, which is started if there is none.
    SessionView session(String id) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/session/terminal` (WebSocket): attaches a terminal to the session; closing it does
    /// not end the session.
    RemoteTerminal attach(String id, AttachSession request, TerminalListener listener)
            throws AgentException, InterruptedException;

    /// `GET /tools/zellij`: the state of Zellij on this host.
    ToolStatus zellij() throws AgentException, InterruptedException;

    /// `POST /tools/zellij?onHost=`: starts to build Zellij if it is missing, in a separate machine or on the
    /// host.
    ToolStatus buildZellij(boolean onHost) throws AgentException, InterruptedException;

    /// `DELETE /tools/zellij`: cancels a running build and its machine.
    ToolStatus cancelZellij() throws AgentException, InterruptedException;
}
