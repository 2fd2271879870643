package dev.belljar.app.shell;

import dev.belljar.app.action.AgentRequests;
import dev.belljar.app.action.PacketRecording;
import dev.belljar.app.approvals.ApprovalActions;
import dev.belljar.app.network.NetworkActions;
import dev.belljar.app.network.RecordingNotice;
import dev.belljar.app.policy.PolicyDialog;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.ui.UiContext;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.request.AnswerApproval;
import java.util.Optional;

/// The actions of the network screen of one sandbox.
record WindowNetworkActions(
        SandboxViewState sandbox,
        ApprovalActions approvals,
        AgentRequests requests,
        UiContext context,
        FrameModel model)
        implements NetworkActions {
    @Override
    public void answer(Approval approval, AnswerApproval answer) {
        approvals.answer(approval, answer);
    }

    @Override
    public void inbox(String approvalId) {
        approvals.inbox(approvalId);
    }

    @Override
    public void policy() {
        allow("");
    }

    @Override
    public void allow(String destination) {
        PolicyDialog.open(sandbox.id(), sandbox.name(), requests.policies(), context, destination);
    }

    @Override
    public void process(int pid) {
        model.seek(ScreenKind.PROCESSES, Integer.toString(pid));
    }

    @Override
    public void terminal() {
        model.screen(ScreenKind.TERMINAL);
    }

    @Override
    public Optional<PacketRecording> recording() {
        return requests.recordings().of(sandbox.id());
    }

    @Override
    public void record() {
        requests.recordings().start(sandbox.id(), sandbox.name(), over -> RecordingNotice.tell(over, context));
    }

    @Override
    public void stopRecording() {
        recording().ifPresent(PacketRecording::stop);
    }
}
