package dev.belljar.app.recorded;

import dev.belljar.contract.view.host.ToolStatus;
import dev.belljar.contract.view.session.SessionView;

/// A recorded Zellij session.
final class RecordedSessions {
    private static final ToolStatus READY =
            new ToolStatus("zellij", "ready", 100, "", "0.45.1", "/usr/bin/zellij", "found on the PATH", null);

    public SessionView session(String id) {
        return new SessionView("main", "zellij", 8082, "11111111-2222-4333-8444-555555555555", null);
    }

    public ToolStatus zellij() {
        return READY;
    }

    public ToolStatus buildZellij(boolean onHost) {
        return READY;
    }

    public ToolStatus cancelZellij() {
        return READY;
    }
}
