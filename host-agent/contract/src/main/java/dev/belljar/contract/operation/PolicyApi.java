package dev.belljar.contract.operation;

import dev.belljar.contract.policy.ApprovalQueue;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.request.AddRule;
import dev.belljar.contract.request.AdoptProposal;
import dev.belljar.contract.request.AnswerApproval;
import dev.belljar.contract.request.ExportPolicy;
import dev.belljar.contract.request.ImportPolicy;
import dev.belljar.contract.request.LearnPolicy;
import dev.belljar.contract.request.ListApprovals;
import dev.belljar.contract.request.SetNetworkMode;
import dev.belljar.contract.request.TestPolicy;

/// The operations on policies and approvals.
public final class PolicyApi {
    /// The rules in force for a sandbox.
    public static final Operation<Empty, PolicyView> POLICY =
            Operation.get("policy", "/sandboxes/{id}/policy").answers(PolicyView.class);

    /// Sets the network mode of a layer.
    public static final Operation<SetNetworkMode, PolicyView> SET_MODE = Operation.post(
                    "preset", "/sandboxes/{id}/policy/preset")
            .body(SetNetworkMode.class)
            .answers(PolicyView.class);

    /// Adds a rule to a layer.
    public static final Operation<AddRule, Rule> ADD_RULE = Operation.post("addRule", "/sandboxes/{id}/policy/rules")
            .body(AddRule.class)
            .answers(201, Rule.class);

    /// Removes a rule.
    public static final Operation<Empty, Rule> REMOVE_RULE = Operation.delete(
                    "removeRule", "/sandboxes/{id}/policy/rules/{rule}")
            .answers(Rule.class);

    /// One layer as TOML.
    public static final Operation<ExportPolicy, PolicyText> EXPORT = Operation.get(
                    "exportPolicy", "/sandboxes/{id}/policy/export")
            .query(ExportPolicy.class)
            .answers(PolicyText.class);

    /// Replaces one layer by TOML.
    public static final Operation<ImportPolicy, PolicyView> IMPORT = Operation.post(
                    "importPolicy", "/sandboxes/{id}/policy/import")
            .body(ImportPolicy.class)
            .answers(PolicyView.class);

    /// Applies a draft of a layer to the recorded connections.
    public static final Operation<TestPolicy, PolicyReplay> TEST = Operation.post(
                    "testPolicy", "/sandboxes/{id}/policy/test")
            .body(TestPolicy.class)
            .answers(PolicyReplay.class);

    /// The rules that would have allowed what happened.
    public static final Operation<LearnPolicy, PolicyText> LEARN = Operation.get(
                    "learnPolicy", "/sandboxes/{id}/policy/learn")
            .query(LearnPolicy.class)
            .answers(PolicyText.class);

    /// The rules that the project's own file proposes.
    public static final Operation<Empty, PolicyProposal> PROPOSAL =
            Operation.get("proposal", "/sandboxes/{id}/policy/proposal").answers(PolicyProposal.class);

    /// Adds the proposed rules to the project's policy.
    public static final Operation<AdoptProposal, PolicyView> ADOPT = Operation.post(
                    "adoptProposal", "/sandboxes/{id}/policy/proposal/adopt")
            .body(AdoptProposal.class)
            .answers(PolicyView.class);

    /// The approvals that wait for an answer.
    public static final Operation<ListApprovals, ApprovalQueue> APPROVALS =
            Operation.get("approvals", "/approvals").query(ListApprovals.class).answers(ApprovalQueue.class);

    /// Allows or denies what waits for an approval.
    public static final Operation<AnswerApproval, ApprovalResult> ANSWER = Operation.post(
                    "answerApproval", "/approvals/{id}")
            .body(AnswerApproval.class)
            .answers(ApprovalResult.class);

    private PolicyApi() {}
}
