package dev.belljar.app.action;

import dev.belljar.client.AgentException;
import dev.belljar.client.PolicyClient;
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
import dev.belljar.contract.request.AnswerApproval;
import dev.belljar.contract.request.BindSecret;
import dev.belljar.contract.request.ImportPolicy;
import dev.belljar.contract.request.KeepSecret;
import dev.belljar.contract.request.SetNetworkMode;
import dev.belljar.contract.request.TestPolicy;
import java.util.List;

/// The commands about network policies, approvals and secrets; `id` is a sandbox's.
public final class PolicyRequests {
    /// A call about policies.
    @FunctionalInterface
    private interface PolicyCall<T> {
        T of(PolicyClient policies) throws AgentException, InterruptedException;
    }

    private final AgentRequests requests;

    PolicyRequests(AgentRequests requests) {
        this.requests = requests;
    }

    /// Answers a waiting approval.
    public UiTask<ApprovalResult> answer(String approvalId, AnswerApproval answer) {
        return task("answer", p -> p.answer(approvalId, answer));
    }

    /// Requests the policy in effect.
    public UiTask<PolicyView> view(String id) {
        return task("policy", p -> p.policy(id));
    }

    /// Sets the network mode in the sandbox's own layer.
    public UiTask<PolicyView> networkMode(String id, NetworkMode mode) {
        return task("preset", p -> p.networkMode(id, new SetNetworkMode(mode, RuleScope.SANDBOX)));
    }

    /// Adds a rule, given as text; the result is the new policy.
    public UiTask<PolicyView> add(String id, String rule, RuleScope scope) {
        return task("rule", p -> {
            p.add(id, new AddRule(rule, scope));
            return p.policy(id);
        });
    }

    /// Removes a rule; the result is the new policy.
    public UiTask<PolicyView> remove(String id, Rule rule) {
        return task("rule", p -> {
            p.remove(id, rule.id());
            return p.policy(id);
        });
    }

    /// Exports a layer as text.
    public UiTask<PolicyText> export(String id, RuleScope scope) {
        return task("export", p -> p.export(id, scope));
    }

    /// Replaces a layer's rules by a draft.
    public UiTask<PolicyView> replace(String id, String toml, RuleScope scope) {
        return task("import", p -> p.replace(id, new ImportPolicy(toml, scope)));
    }

    /// Tests a draft: returns which recorded connections it would have decided differently.
    public UiTask<PolicyReplay> test(String id, String toml, RuleScope scope) {
        return task("replay", p -> p.test(id, new TestPolicy(toml, scope)));
    }

    /// Computes the narrowest policy for the destinations that were reached; with `tried` also for those
    /// that were refused.
    public UiTask<PolicyText> learn(String id, boolean tried) {
        return task("learn", p -> p.learn(id, tried));
    }

    /// Requests the policy that the project proposes.
    public UiTask<PolicyProposal> proposal(String id) {
        return task("proposal", p -> p.proposal(id));
    }

    /// Adds exactly the shown proposal to the project's policy.
    public UiTask<PolicyView> adopt(String id, PolicyProposal shown) {
        return task("adopt", p -> p.adopt(id, shown.digest()));
    }

    /// Requests the secrets on this host, without their values.
    public UiTask<List<SecretInfo>> secrets() {
        return task("secrets", PolicyClient::secrets);
    }

    /// Stores a secret; the result is the new list.
    public UiTask<List<SecretInfo>> keep(String name, String value) {
        return task("secret", p -> {
            p.keepSecret(new KeepSecret(name, value));
            return p.secrets();
        });
    }

    /// Allows a secret for a host name; the result is the new list.
    public UiTask<List<SecretInfo>> bind(String name, String host) {
        return task("secret", p -> {
            p.bindSecret(name, new BindSecret(host, null, null));
            return p.secrets();
        });
    }

    /// Removes a secret; the result is the new list.
    public UiTask<List<SecretInfo>> forget(String name) {
        return task("secret", p -> {
            p.removeSecret(name);
            return p.secrets();
        });
    }

    private <T> UiTask<T> task(String name, PolicyCall<T> call) {
        return requests.task(name, () -> call.of(requests.agent().policies()));
    }
}
