package dev.belljar.app.action;

import dev.belljar.client.AgentException;
import dev.belljar.client.PolicyClient;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.PolicyPreset;
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
import dev.belljar.contract.request.SetPreset;
import dev.belljar.contract.request.TestPolicy;
import java.util.List;

/// Everything a person can ask of what may leave machines; `id` is a sandbox's.
public final class PolicyCommands {
    /// A call about policies.
    @FunctionalInterface
    private interface Asked<T> {
        T of(PolicyClient policies) throws AgentException, InterruptedException;
    }

    private final AgentCommands commands;

    PolicyCommands(AgentCommands commands) {
        this.commands = commands;
    }

    /// Answers a question that waits.
    public UiTask<ApprovalResult> answer(String question, AnswerApproval answer) {
        return wish("answer", p -> p.answer(question, answer));
    }

    /// The policy in force.
    public UiTask<PolicyView> view(String id) {
        return wish("policy", p -> p.policy(id));
    }

    /// Chooses what happens to what no rule speaks of, in the sandbox's own layer.
    public UiTask<PolicyView> preset(String id, PolicyPreset preset) {
        return wish("preset", p -> p.preset(id, new SetPreset(preset, RuleScope.SANDBOX)));
    }

    /// Adds a rule in words; what is in force then.
    public UiTask<PolicyView> add(String id, String rule, RuleScope scope) {
        return wish("rule", p -> {
            p.add(id, new AddRule(rule, scope));
            return p.policy(id);
        });
    }

    /// Takes a rule out; what is in force then.
    public UiTask<PolicyView> remove(String id, Rule rule) {
        return wish("rule", p -> {
            p.remove(id, rule.id());
            return p.policy(id);
        });
    }

    /// A layer as text.
    public UiTask<PolicyText> export(String id, RuleScope scope) {
        return wish("export", p -> p.export(id, scope));
    }

    /// Puts a draft in the place of a layer's rules.
    public UiTask<PolicyView> replace(String id, String toml, RuleScope scope) {
        return wish("import", p -> p.replace(id, new ImportPolicy(toml, scope)));
    }

    /// What a draft would have decided otherwise about what was recorded.
    public UiTask<PolicyReplay> test(String id, String toml, RuleScope scope) {
        return wish("replay", p -> p.test(id, new TestPolicy(toml, scope)));
    }

    /// The narrowest policy for what was reached, with `tried` also for what was refused.
    public UiTask<PolicyText> learn(String id, boolean tried) {
        return wish("learn", p -> p.learn(id, tried));
    }

    /// What the project asks for.
    public UiTask<PolicyProposal> proposal(String id) {
        return wish("proposal", p -> p.proposal(id));
    }

    /// Makes exactly the proposal that was shown part of the project's policy.
    public UiTask<PolicyView> adopt(String id, PolicyProposal shown) {
        return wish("adopt", p -> p.adopt(id, shown.digest()));
    }

    /// The secrets kept on this host, without their text.
    public UiTask<List<SecretInfo>> secrets() {
        return wish("secrets", PolicyClient::secrets);
    }

    /// Keeps a secret; what is kept then.
    public UiTask<List<SecretInfo>> keep(String name, String value) {
        return wish("secret", p -> {
            p.keepSecret(new KeepSecret(name, value));
            return p.secrets();
        });
    }

    /// Lets a secret be used for a host name; what is kept then.
    public UiTask<List<SecretInfo>> bind(String name, String host) {
        return wish("secret", p -> {
            p.bindSecret(name, new BindSecret(host, null, null));
            return p.secrets();
        });
    }

    /// Forgets a secret; what is kept then.
    public UiTask<List<SecretInfo>> forget(String name) {
        return wish("secret", p -> {
            p.removeSecret(name);
            return p.secrets();
        });
    }

    private <T> UiTask<T> wish(String name, Asked<T> asked) {
        return commands.wish(name, () -> asked.of(commands.agent().policies()));
    }
}
