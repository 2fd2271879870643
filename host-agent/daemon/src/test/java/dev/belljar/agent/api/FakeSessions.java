package dev.belljar.agent.api;

import dev.belljar.agent.access.SessionOperations;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.host.ToolStatus;
import dev.belljar.contract.view.session.SessionView;
import java.util.Queue;

/// A session named `main` whose terminals are `FakeExec`s.
record FakeSessions(Queue<String> asked, Queue<FakeExec> opened) implements SessionOperations {
    @Override
    public Attached attach(String id, AttachSession request) {
        asked.add("attach %s %s %dx%d".formatted(id, request.watch(), request.rows(), request.cols()));
        FakeExec exec = new FakeExec(ExecCommand.of("cat"));
        opened.add(exec);
        return new Attached(exec, "main", "zellij");
    }

    @Override
    public SessionView session(String id) {
        asked.add("session " + id);
        return new SessionView("main", "zellij", 8082, "token", "watch");
    }

    @Override
    public ToolStatus zellij() {
        return new ToolStatus("zellij", "missing", 0, "", null, null, "not on the PATH", null);
    }

    @Override
    public ToolStatus buildZellij(boolean onHost) {
        asked.add("build zellij " + onHost);
        return zellij();
    }

    @Override
    public ToolStatus cancelZellij() {
        asked.add("cancel zellij");
        return zellij();
    }
}
