package dev.belljar.agent.api;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.egress.SandboxPolicyOperations;
import dev.belljar.agent.secret.SecretStore;
import dev.belljar.contract.policy.ApprovalQueue;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.InspectionView;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.policy.AnswerApproval;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// Policy operations that record their calls, and change nothing.
record FakePolicies(
        Queue<String> asked,
        @Nullable AuditLog log,
        @Nullable SecretStore store) implements SandboxPolicyOperations {
    private static final PolicyView CLOSED = new PolicyView("s1", NetworkMode.CLOSED, "a test", 60, List.of(), null);

    private static Rule rule(RuleScope scope) {
        RuleMatch match = new RuleMatch("example.org", null, "443", null, null);
        return new Rule("r1", RuleAction.ALLOW, match, scope, null, RuleBudget.NONE, null);
    }

    @Override
    public PolicyView view(String sandbox) {
        asked.add("policy " + sandbox);
        return CLOSED;
    }

    @Override
    public PolicyView networkMode(String sandbox, @Nullable NetworkMode mode, RuleScope scope) {
        asked.add("preset " + sandbox + " " + mode + " " + scope);
        return CLOSED;
    }

    @Override
    public Rule add(String sandbox, String words, RuleScope scope) {
        asked.add("add " + sandbox + " " + words + " " + scope);
        return rule(scope);
    }

    @Override
    public Rule remove(String sandbox, String id) {
        asked.add("remove " + sandbox + " " + id);
        return rule(RuleScope.SANDBOX);
    }

    @Override
    public PolicyText text(String sandbox, RuleScope scope) {
        asked.add("export " + sandbox + " " + scope);
        return new PolicyText("", List.of());
    }

    @Override
    public PolicyView replace(String sandbox, String toml, RuleScope scope) {
        asked.add("import " + sandbox + " " + toml + " " + scope);
        return CLOSED;
    }

    @Override
    public PolicyReplay replay(String sandbox, @Nullable String toml, RuleScope scope) {
        asked.add("test " + sandbox + " " + toml + " " + scope);
        return new PolicyReplay(0, 0, List.of());
    }

    @Override
    public PolicyText learn(String sandbox, boolean tried) {
        asked.add("learn " + sandbox + " " + tried);
        return new PolicyText("", List.of());
    }

    @Override
    public PolicyProposal proposal(String sandbox) {
        asked.add("proposal " + sandbox);
        return new PolicyProposal("policy.toml", "", "d1", List.of(), null);
    }

    @Override
    public PolicyView adopt(String sandbox, String digest) {
        asked.add("adopt " + sandbox + " " + digest);
        return CLOSED;
    }

    @Override
    public ApprovalQueue waiting(@Nullable String sandbox, long known, Duration most) {
        asked.add("approvals " + sandbox + " " + known + " " + most.toSeconds());
        return new ApprovalQueue(7, List.of());
    }

    @Override
    public ApprovalResult answer(String approvalId, AnswerApproval answer) {
        asked.add("answer " + approvalId + " " + answer.action() + " " + answer.scope()
                + (answer.at() == null ? "" : " at " + answer.at()));
        return new ApprovalResult(approvalId, answer.action(), RuleScope.ONCE, 1, null, null);
    }

    @Override
    public InspectionView inspection(String sandbox) {
        asked.add("inspection " + sandbox);
        return new InspectionView(List.of(), List.of(), List.of(), null, false);
    }

    @Override
    public InspectionView inspect(String sandbox, boolean on, List<String> names) {
        asked.add("inspect " + sandbox + " " + on + " " + names);
        return new InspectionView(names, List.of(), List.of(), null, false);
    }

    @Override
    public SecretInfo bind(String secret, String host, boolean anywhere, @Nullable String sandbox)
            throws BelljarException, InterruptedException {
        return held().bind(secret, host, anywhere, sandbox);
    }

    @Override
    public AuditLog audit() {
        return java.util.Objects.requireNonNull(log, "not in this test");
    }

    @Override
    public List<SecretInfo> secrets() throws BelljarException {
        return held().list();
    }

    @Override
    public SecretInfo keepSecret(String name, String value) throws BelljarException, InterruptedException {
        return held().keep(name, value);
    }

    @Override
    public void removeSecret(String name) throws BelljarException, InterruptedException {
        held().remove(name);
    }

    private SecretStore held() {
        return java.util.Objects.requireNonNull(store, "not in this test");
    }
}
