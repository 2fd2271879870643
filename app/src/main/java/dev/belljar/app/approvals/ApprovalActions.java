package dev.belljar.app.approvals;

import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.request.AnswerApproval;

/// What can be done about a question that waits.
public interface ApprovalActions {
    /// Answers it; how that went is said by whoever does it.
    void answer(Approval question, AnswerApproval answer);

    /// Opens all questions, this one chosen.
    void inbox(String question);
}
