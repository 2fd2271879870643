package dev.belljar.app.recorded;

import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.SessionClient;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.request.AttachSession;
import dev.belljar.contract.view.SessionView;
import dev.belljar.contract.view.TerminalStarted;
import dev.belljar.contract.view.ToolStatus;
import java.util.List;

/// A recorded Zellij session; every terminal that attaches to it is added to the listeners.
record RecordedSessions(List<TerminalListener> listeners) implements SessionClient {
    private static final ToolStatus READY =
            new ToolStatus("zellij", "ready", 100, "", "0.45.1", "/usr/bin/zellij", "found on the PATH", null);

    @Override
    public SessionView session(String id) {
        return new SessionView("main", "zellij", 8082, "11111111-2222-4333-8444-555555555555", null);
    }

    @Override
    public RemoteTerminal attach(String id, AttachSession request, TerminalListener listener) {
        // The lock keeps text that is printed meanwhile after the recorded screen.
        synchronized (listeners) {
            listeners.add(listener);
            listener.started(new TerminalStarted(0, "main", "zellij"));
            return new RecordedTerminal(listener);
        }
    }

    @Override
    public ToolStatus zellij() {
        return READY;
    }

    @Override
    public ToolStatus buildZellij(boolean onHost) {
        return READY;
    }

    @Override
    public ToolStatus cancelZellij() {
        return READY;
    }
}
