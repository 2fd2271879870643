package dev.belljar.client;

import dev.belljar.contract.request.AttachSession;
import dev.belljar.contract.view.SessionView;
import dev.belljar.contract.view.ToolStatus;

/// The sessions that terminals share, from the other side of the API. Calls block; `id` is a sandbox's id or name.
public interface SessionClient {
    /// `GET /sandboxes/{id}/session`: begun if it is not there.
    SessionView session(String id) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/session/terminal` (WebSocket): a terminal on it; closing it leaves the session as it is.
    RemoteTerminal attach(String id, AttachSession request, TerminalListener listener)
            throws AgentException, InterruptedException;

    /// `GET /tools/zellij`: how what keeps sessions stands on this host.
    ToolStatus zellij() throws AgentException, InterruptedException;

    /// `POST /tools/zellij?onHost=`: begins to build it unless it is there, in a machine of its own or on the host
    /// itself.
    ToolStatus buildZellij(boolean onHost) throws AgentException, InterruptedException;

    /// `DELETE /tools/zellij`: ends a build that is going on, and its machine.
    ToolStatus cancelZellij() throws AgentException, InterruptedException;
}
