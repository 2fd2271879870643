package dev.belljar.app.terminal;

import dev.belljar.app.action.AgentCommands;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.AttachSession;
import java.util.function.Consumer;

/// Attaches to the session of one sandbox through the host agent.
record OwnSession(AgentCommands commands, String sandbox) implements SessionFeed.Attaching {
    @Override
    public void begin(
            AttachSession request,
            TerminalListener listener,
            Consumer<RemoteTerminal> attached,
            Consumer<Problem> refused) {
        commands.attach(sandbox, request, listener)
                .done(attached)
                .failed(refused)
                .begin();
    }
}
