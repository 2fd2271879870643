package dev.belljar.app.action;

import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AddRule;
import dev.belljar.contract.request.policy.AdoptProposal;
import dev.belljar.contract.request.policy.ExportPolicy;
import dev.belljar.contract.request.policy.ImportPolicy;
import dev.belljar.contract.request.policy.LearnPolicy;
import dev.belljar.contract.request.policy.SetNetworkMode;
import dev.belljar.contract.request.policy.TestPolicy;

/// The actions on the network policy of a sandbox; `id` is the id of a sandbox.
public final class PolicyActions {
    private final TaskRunner tasks;

    PolicyActions(TaskRunner tasks) {
        this.tasks = tasks;
    }

    /// Requests the policy in effect.
    public UiTask<PolicyView> view(String id) {
        return tasks.task("policy", agent -> agent.call(PolicyApi.POLICY.at(id)));
    }

    /// Sets the network mode in the sandbox's own layer.
    public UiTask<PolicyView> networkMode(String id, NetworkMode mode) {
        return tasks.task(
                "preset", agent -> agent.call(PolicyApi.SET_MODE.at(id), new SetNetworkMode(mode, RuleScope.SANDBOX)));
    }

    /// Adds a rule, given as text; the result is the new policy.
    public UiTask<PolicyView> add(String id, String rule, RuleScope scope) {
        return tasks.task("rule", agent -> {
            agent.call(PolicyApi.ADD_RULE.at(id), new AddRule(rule, scope));
            return agent.call(PolicyApi.POLICY.at(id));
        });
    }

    /// Removes a rule; the result is the new policy.
    public UiTask<PolicyView> remove(String id, Rule rule) {
        return tasks.task("rule", agent -> {
            agent.call(PolicyApi.REMOVE_RULE.at(id, rule.id()));
            return agent.call(PolicyApi.POLICY.at(id));
        });
    }

    /// Exports a layer as text.
    public UiTask<PolicyText> export(String id, RuleScope scope) {
        return tasks.task("export", agent -> agent.call(PolicyApi.EXPORT.at(id), new ExportPolicy(scope)));
    }

    /// Replaces a layer's rules by a draft.
    public UiTask<PolicyView> replace(String id, String toml, RuleScope scope) {
        return tasks.task("import", agent -> agent.call(PolicyApi.IMPORT.at(id), new ImportPolicy(toml, scope)));
    }

    /// Tests a draft: returns which recorded connections it would have decided differently.
    public UiTask<PolicyReplay> test(String id, String toml, RuleScope scope) {
        return tasks.task("replay", agent -> agent.call(PolicyApi.TEST.at(id), new TestPolicy(toml, scope)));
    }

    /// Computes the narrowest policy for the destinations that were reached; with `tried` also for those
    /// that were refused.
    public UiTask<PolicyText> learn(String id, boolean tried) {
        return tasks.task("learn", agent -> agent.call(PolicyApi.LEARN.at(id), new LearnPolicy(tried)));
    }

    /// Requests the policy that the project proposes.
    public UiTask<PolicyProposal> proposal(String id) {
        return tasks.task("proposal", agent -> agent.call(PolicyApi.PROPOSAL.at(id)));
    }

    /// Adds exactly the shown proposal to the project's policy.
    public UiTask<PolicyView> adopt(String id, PolicyProposal shown) {
        return tasks.task("adopt", agent -> agent.call(PolicyApi.ADOPT.at(id), new AdoptProposal(shown.digest())));
    }
}
