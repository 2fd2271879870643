package dev.belljar.app.shell;

import dev.belljar.app.action.AgentRequests;
import dev.belljar.app.action.ProcessRequests;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.approvals.ApprovalActions;
import dev.belljar.app.processes.ProcessActions;
import dev.belljar.contract.view.ProcessRow;

/// The actions of the processes screen of one sandbox.
record WindowProcessActions(String sandbox, AgentRequests requests, ApprovalActions approvals, FrameModel model)
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
    public UiTask<ProcessRequests.SignalOutcome> signal(ProcessRow row, ProcessRequests.ProcessSignal signal) {
        return requests.processes().signal(sandbox, row, signal);
    }

    @Override
    public UiTask<ProcessRequests.ProcessResources> inside(ProcessRow row) {
        return requests.processes().inside(sandbox, row);
    }
}
