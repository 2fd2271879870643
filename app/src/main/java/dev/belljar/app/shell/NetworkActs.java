package dev.belljar.app.shell;

import dev.belljar.app.inbox.QuestionDeeds;
import dev.belljar.app.intent.PolicyWishes;
import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.look.Desk;
import dev.belljar.app.network.NetworkDeeds;
import dev.belljar.app.policy.PolicyDialog;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.request.AnswerApproval;

/// What the network room of one sandbox can ask of the window.
record NetworkActs(ProjectPicture project, QuestionDeeds questions, PolicyWishes wishes, Desk desk, FrameModel model)
        implements NetworkDeeds {
    @Override
    public void answer(Approval question, AnswerApproval answer) {
        questions.answer(question, answer);
    }

    @Override
    public void inbox(String question) {
        questions.inbox(question);
    }

    @Override
    public void policy() {
        allow("");
    }

    @Override
    public void allow(String destination) {
        PolicyDialog.open(project.id(), project.name(), wishes, desk, destination);
    }

    @Override
    public void process(int pid) {
        model.seek(RoomKind.PROCESSES, Integer.toString(pid));
    }

    @Override
    public void terminal() {
        model.room(RoomKind.TERMINAL);
    }
}
