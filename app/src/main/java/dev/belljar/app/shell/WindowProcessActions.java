package dev.belljar.app.shell;

import dev.belljar.app.action.AgentCommands;
import dev.belljar.app.action.ProcessCommands;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.approvals.ApprovalActions;
import dev.belljar.app.processes.ProcessActions;
import dev.belljar.contract.view.ProcessRow;

/// The actions of the processes screen of one sandbox.
record WindowProcessActions(String sandbox, AgentCommands commands, ApprovalActions approvals, FrameModel model)
        implements ProcessActions {
    @Override
    public void connections(String words) {
        model.seek(ScreenKind.NETWORK, words);
    }

    @Override
    public void decide(String approval) {
        approvals.inbox(approval);
    }

    @Override
    public UiTask<ProcessCommands.Outcome> signal(ProcessRow row, ProcessCommands.Signal signal) {
        return commands.processes().signal(sandbox, row, signal);
    }

    @Override
    public UiTask<ProcessCommands.Inside> inside(ProcessRow row) {
        return commands.processes().inside(sandbox, row);
    }
}
