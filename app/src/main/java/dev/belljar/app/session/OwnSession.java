package dev.belljar.app.session;

import dev.belljar.app.action.Actions;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.session.AttachSession;
import java.util.function.Consumer;

/// Attaches to the session of one sandbox through the host agent.
public record OwnSession(Actions actions, String sandbox) implements SessionFeed.SessionAttacher {
    @Override
    public void begin(
            AttachSession request,
            TerminalListener listener,
            Consumer<RemoteTerminal> attached,
            Consumer<Problem> refused) {
        actions.terminals()
                .attach(sandbox, request, listener)
                .done(attached)
                .failed(refused)
                .begin();
    }
}
