package dev.belljar.contract.operation;

import dev.belljar.contract.policy.ApprovalQueue;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.request.policy.AddRule;
import dev.belljar.contract.request.policy.AdoptProposal;
import dev.belljar.contract.request.policy.AnswerApproval;
import dev.belljar.contract.request.policy.ExportPolicy;
import dev.belljar.contract.request.policy.ImportPolicy;
import dev.belljar.contract.request.policy.LearnPolicy;
import dev.belljar.contract.request.policy.ListApprovals;
import dev.belljar.contract.request.policy.SetNetworkMode;
import dev.belljar.contract.request.policy.TestPolicy;

/// The operations on policies and approvals.
public final class PolicyApi {
    /// The sandbox to name for what applies to all of them: the user's rules.
    public static final String EVERY_SANDBOX = "-";

    public static final Operation<Empty, PolicyView> POLICY = Operation.get("policy", "/sandboxes/{id}/policy")
            .about("Returns the policy in force, layer by layer.", "The policy.")
            .answers(PolicyView.class);

    public static final Operation<SetNetworkMode, PolicyView> SET_MODE = Operation.post(
                    "preset", "/sandboxes/{id}/policy/preset")
            .about("Sets the network mode: what happens to connections without a matching rule.", "The changed policy.")
            .body(SetNetworkMode.class)
            .answers(PolicyView.class);

    public static final Operation<AddRule, Rule> ADD_RULE = Operation.post("addRule", "/sandboxes/{id}/policy/rules")
            .about("Adds a rule in words, such as `allow *.npmjs.org:443`.", "The new rule.")
            .body(AddRule.class)
            .answers(201, Rule.class);

    public static final Operation<Empty, Rule> REMOVE_RULE = Operation.delete(
                    "removeRule", "/sandboxes/{id}/policy/rules/{rule}")
            .about("Removes a rule; connections that it allowed are closed.", "The removed rule.")
            .answers(Rule.class);

    public static final Operation<ExportPolicy, PolicyText> EXPORT = Operation.get(
                    "exportPolicy", "/sandboxes/{id}/policy/export")
            .about("Returns a layer of the policy as TOML.", "The layer as TOML.")
            .query(ExportPolicy.class)
            .answers(PolicyText.class);

    public static final Operation<ImportPolicy, PolicyView> IMPORT = Operation.post(
                    "importPolicy", "/sandboxes/{id}/policy/import")
            .about("Replaces the policy of a layer.", "The changed policy.")
            .body(ImportPolicy.class)
            .answers(PolicyView.class);

    public static final Operation<TestPolicy, PolicyReplay> TEST = Operation.post(
                    "testPolicy", "/sandboxes/{id}/policy/test")
            .about(
                    "Applies a draft policy to the recorded flows, and returns those that would get a "
                            + "different verdict.",
                    "The flows that would get a different verdict.")
            .body(TestPolicy.class)
            .answers(PolicyReplay.class);

    public static final Operation<LearnPolicy, PolicyText> LEARN = Operation.get(
                    "learnPolicy", "/sandboxes/{id}/policy/learn")
            .about(
                    "Returns the narrowest policy that allows the destinations the sandbox has reached.",
                    "The policy as TOML; nothing is changed.")
            .query(LearnPolicy.class)
            .answers(PolicyText.class);

    public static final Operation<Empty, PolicyProposal> PROPOSAL = Operation.get(
                    "proposal", "/sandboxes/{id}/policy/proposal")
            .about(
                    "Returns the rules that the project's own `.belljar/policy.toml` proposes. None of "
                            + "them is in force yet.",
                    "The proposal.")
            .answers(PolicyProposal.class);

    public static final Operation<AdoptProposal, PolicyView> ADOPT = Operation.post(
                    "adoptProposal", "/sandboxes/{id}/policy/proposal/adopt")
            .about(
                    "Adds the rules of the proposal with the given digest to the project's policy.",
                    "The changed policy.")
            .body(AdoptProposal.class)
            .answers(PolicyView.class);

    public static final Operation<ListApprovals, ApprovalQueue> APPROVALS = Operation.get("approvals", "/approvals")
            .about("Lists the approvals that are waiting for an answer, the oldest first.", "The waiting approvals.")
            .query(ListApprovals.class)
            .answers(ApprovalQueue.class);

    public static final Operation<AnswerApproval, ApprovalResult> ANSWER = Operation.post(
                    "answerApproval", "/approvals/{id}")
            .about(
                    "Answers an approval with allow or deny; waiting connections continue without a " + "retry.",
                    "The effect of the answer.")
            .body(AnswerApproval.class)
            .answers(ApprovalResult.class);

    private PolicyApi() {}
}
