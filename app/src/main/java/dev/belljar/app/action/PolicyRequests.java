package dev.belljar.app.action;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.request.AddRule;
import dev.belljar.contract.request.AdoptProposal;
import dev.belljar.contract.request.AnswerApproval;
import dev.belljar.contract.request.BindSecret;
import dev.belljar.contract.request.ExportPolicy;
import dev.belljar.contract.request.ImportPolicy;
import dev.belljar.contract.request.KeepSecret;
import dev.belljar.contract.request.LearnPolicy;
import dev.belljar.contract.request.SetNetworkMode;
import dev.belljar.contract.request.TestPolicy;
import java.util.List;

/// The commands about network policies, approvals and secrets; `id` is a sandbox's.
public final class PolicyRequests {
    /// A call about policies.
    @FunctionalInterface
    private interface PolicyCall<T> {
        T of(AgentClient policies) throws AgentException, InterruptedException;
    }

    private final AgentRequests requests;

    PolicyRequests(AgentRequests requests) {
        this.requests = requests;
    }

    /// Answers a waiting approval.
    public UiTask<ApprovalResult> answer(String approvalId, AnswerApproval answer) {
        return task("answer", p -> p.call(PolicyApi.ANSWER.at(approvalId), answer));
    }

    /// Requests the policy in effect.
    public UiTask<PolicyView> view(String id) {
        return task("policy", p -> p.call(PolicyApi.POLICY.at(id)));
    }

    /// Sets the network mode in the sandbox's own layer.
    public UiTask<PolicyView> networkMode(String id, NetworkMode mode) {
        return task("preset", p -> p.call(PolicyApi.SET_MODE.at(id), new SetNetworkMode(mode, RuleScope.SANDBOX)));
    }

    /// Adds a rule, given as text; the result is the new policy.
    public UiTask<PolicyView> add(String id, String rule, RuleScope scope) {
        return task("rule", p -> {
            p.call(PolicyApi.ADD_RULE.at(id), new AddRule(rule, scope));
            return p.call(PolicyApi.POLICY.at(id));
        });
    }

    /// Removes a rule; the result is the new policy.
    public UiTask<PolicyView> remove(String id, Rule rule) {
        return task("rule", p -> {
            p.call(PolicyApi.REMOVE_RULE.at(id, rule.id()));
            return p.call(PolicyApi.POLICY.at(id));
        });
    }

    /// Exports a layer as text.
    public UiTask<PolicyText> export(String id, RuleScope scope) {
        return task("export", p -> p.call(PolicyApi.EXPORT.at(id), new ExportPolicy(scope)));
    }

    /// Replaces a layer's rules by a draft.
    public UiTask<PolicyView> replace(String id, String toml, RuleScope scope) {
        return task("import", p -> p.call(PolicyApi.IMPORT.at(id), new ImportPolicy(toml, scope)));
    }

    /// Tests a draft: returns which recorded connections it would have decided differently.
    public UiTask<PolicyReplay> test(String id, String toml, RuleScope scope) {
        return task("replay", p -> p.call(PolicyApi.TEST.at(id), new TestPolicy(toml, scope)));
    }

    /// Computes the narrowest policy for the destinations that were reached; with `tried` also for those
    /// that were refused.
    public UiTask<PolicyText> learn(String id, boolean tried) {
        return task("learn", p -> p.call(PolicyApi.LEARN.at(id), new LearnPolicy(tried)));
    }

    /// Requests the policy that the project proposes.
    public UiTask<PolicyProposal> proposal(String id) {
        return task("proposal", p -> p.call(PolicyApi.PROPOSAL.at(id)));
    }

    /// Adds exactly the shown proposal to the project's policy.
    public UiTask<PolicyView> adopt(String id, PolicyProposal shown) {
        return task("adopt", p -> p.call(PolicyApi.ADOPT.at(id), new AdoptProposal(shown.digest())));
    }

    /// Requests the secrets on this host, without their values.
    public UiTask<List<SecretInfo>> secrets() {
        return task("secrets", agent -> agent.call(SecretApi.SECRETS));
    }

    /// Stores a secret; the result is the new list.
    public UiTask<List<SecretInfo>> keep(String name, String value) {
        return task("secret", p -> {
            p.call(SecretApi.KEEP, new KeepSecret(name, value));
            return p.call(SecretApi.SECRETS);
        });
    }

    /// Allows a secret for a host name; the result is the new list.
    public UiTask<List<SecretInfo>> bind(String name, String host) {
        return task("secret", p -> {
            p.call(SecretApi.BIND.at(name), new BindSecret(host, null, null));
            return p.call(SecretApi.SECRETS);
        });
    }

    /// Removes a secret; the result is the new list.
    public UiTask<List<SecretInfo>> forget(String name) {
        return task("secret", p -> {
            p.call(SecretApi.REMOVE.at(name));
            return p.call(SecretApi.SECRETS);
        });
    }

    private <T> UiTask<T> task(String name, PolicyCall<T> call) {
        return requests.task(name, () -> call.of(requests.agent()));
    }
}
