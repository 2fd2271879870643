package dev.belljar.app.intent;

import dev.belljar.client.AgentException;
import dev.belljar.client.PolicyClient;
import dev.belljar.contract.policy.Answered;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Preset;
import dev.belljar.contract.policy.Proposal;
import dev.belljar.contract.policy.Replay;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.Scope;
import dev.belljar.contract.policy.Secret;
import dev.belljar.contract.request.AddRule;
import dev.belljar.contract.request.AnswerApproval;
import dev.belljar.contract.request.BindSecret;
import dev.belljar.contract.request.ImportPolicy;
import dev.belljar.contract.request.KeepSecret;
import dev.belljar.contract.request.SetPreset;
import dev.belljar.contract.request.TestPolicy;
import java.util.List;

/// Everything a person can ask of what may leave machines; `id` is a sandbox's.
public final class PolicyWishes {
    /// A call about policies.
    @FunctionalInterface
    private interface Asked<T> {
        T of(PolicyClient policies) throws AgentException, InterruptedException;
    }

    private final Wishes wishes;

    PolicyWishes(Wishes wishes) {
        this.wishes = wishes;
    }

    /// Answers a question that waits.
    public Doing<Answered> answer(String question, AnswerApproval answer) {
        return wish("answer", p -> p.answer(question, answer));
    }

    /// The policy in force.
    public Doing<PolicyView> view(String id) {
        return wish("policy", p -> p.policy(id));
    }

    /// Chooses what happens to what no rule speaks of, in the sandbox's own layer.
    public Doing<PolicyView> preset(String id, Preset preset) {
        return wish("preset", p -> p.preset(id, new SetPreset(preset, Scope.SANDBOX)));
    }

    /// Adds a rule in words; what is in force then.
    public Doing<PolicyView> add(String id, String rule, Scope scope) {
        return wish("rule", p -> {
            p.add(id, new AddRule(rule, scope));
            return p.policy(id);
        });
    }

    /// Takes a rule out; what is in force then.
    public Doing<PolicyView> remove(String id, Rule rule) {
        return wish("rule", p -> {
            p.remove(id, rule.id());
            return p.policy(id);
        });
    }

    /// A layer as text.
    public Doing<PolicyText> export(String id, Scope scope) {
        return wish("export", p -> p.export(id, scope));
    }

    /// Puts a draft in the place of a layer's rules.
    public Doing<PolicyView> replace(String id, String toml, Scope scope) {
        return wish("import", p -> p.replace(id, new ImportPolicy(toml, scope)));
    }

    /// What a draft would have decided otherwise about what was recorded.
    public Doing<Replay> test(String id, String toml, Scope scope) {
        return wish("replay", p -> p.test(id, new TestPolicy(toml, scope)));
    }

    /// The narrowest policy for what was reached, with `tried` also for what was refused.
    public Doing<PolicyText> learn(String id, boolean tried) {
        return wish("learn", p -> p.learn(id, tried));
    }

    /// What the project asks for.
    public Doing<Proposal> proposal(String id) {
        return wish("proposal", p -> p.proposal(id));
    }

    /// Makes exactly the proposal that was shown part of the project's policy.
    public Doing<PolicyView> adopt(String id, Proposal shown) {
        return wish("adopt", p -> p.adopt(id, shown.digest()));
    }

    /// The secrets kept on this host, without their text.
    public Doing<List<Secret>> secrets() {
        return wish("secrets", PolicyClient::secrets);
    }

    /// Keeps a secret; what is kept then.
    public Doing<List<Secret>> keep(String name, String value) {
        return wish("secret", p -> {
            p.keepSecret(new KeepSecret(name, value));
            return p.secrets();
        });
    }

    /// Lets a secret be used for a host name; what is kept then.
    public Doing<List<Secret>> bind(String name, String host) {
        return wish("secret", p -> {
            p.bindSecret(name, new BindSecret(host, null, null));
            return p.secrets();
        });
    }

    /// Forgets a secret; what is kept then.
    public Doing<List<Secret>> forget(String name) {
        return wish("secret", p -> {
            p.removeSecret(name);
            return p.secrets();
        });
    }

    private <T> Doing<T> wish(String name, Asked<T> asked) {
        return wishes.wish(name, () -> asked.of(wishes.agent().policies()));
    }
}
