package dev.belljar.client;

import static dev.belljar.client.ApiRequests.encode;

import dev.belljar.contract.request.AttachSession;
import dev.belljar.contract.view.SessionView;
import dev.belljar.contract.view.ToolStatus;

/// The API of sessions over HTTP and WebSocket.
record HttpSessionClient(ApiRequests requests) implements SessionClient {
    @Override
    public SessionView session(String id) throws AgentException, InterruptedException {
        return requests.get("/sandboxes/" + encode(id) + "/session", SessionView.class);
    }

    @Override
    public RemoteTerminal attach(String id, AttachSession request, TerminalListener listener)
            throws AgentException, InterruptedException {
        return SocketTerminal.open(requests, "/sandboxes/" + encode(id) + "/session/terminal", request, listener);
    }

    @Override
    public ToolStatus zellij() throws AgentException, InterruptedException {
        return requests.get("/tools/zellij", ToolStatus.class);
    }

    @Override
    public ToolStatus buildZellij(boolean onHost) throws AgentException, InterruptedException {
        return requests.post("/tools/zellij?onHost=" + onHost, null, ToolStatus.class);
    }

    @Override
    public ToolStatus cancelZellij() throws AgentException, InterruptedException {
        return requests.delete("/tools/zellij", ToolStatus.class);
    }
}
