package dev.belljar.app.approvals;

import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.request.AnswerApproval;

/// Actions on a pending approval.
public interface ApprovalActions {
    /// Answers an approval; the implementation shows the result to the user.
    void answer(Approval approval, AnswerApproval answer);

    /// Opens the inbox with this approval selected.
    void inbox(String approvalId);
}
