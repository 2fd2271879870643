package dev.belljar.app.recorded;

import dev.belljar.client.AgentException;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.ApprovalQueue;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.AuditVerdict;
import dev.belljar.contract.policy.InspectionView;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.ReplayChange;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.policy.AddRule;
import dev.belljar.contract.request.policy.AnswerApproval;
import dev.belljar.contract.request.policy.BindSecret;
import dev.belljar.contract.request.policy.ImportPolicy;
import dev.belljar.contract.request.policy.KeepSecret;
import dev.belljar.contract.request.policy.SetInspection;
import dev.belljar.contract.request.policy.SetNetworkMode;
import dev.belljar.contract.request.policy.TestPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The recorded policies: an answer ends a waiting approval, and most other changes are only remembered.
public final class RecordedPolicies {
    private static final ProblemCode NOT_WAITING = new ProblemCode("approval.not-waiting", 404);
    private static final ProblemCode RULE = new ProblemCode("policy.rule-invalid", 422);

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<AuditEntry> audit = new CopyOnWriteArrayList<>();
    private final List<SecretInfo> secrets = new ArrayList<>(RecordedRules.secrets());
    private final List<Rule> added = new CopyOnWriteArrayList<>();
    private final Consumer<HostEvent> events;
    private List<Approval> waiting;
    private NetworkMode mode;
    private boolean deaf;

    /// `events` receives what happens.
    RecordedPolicies(List<Approval> waiting, NetworkMode mode, Consumer<HostEvent> events) {
        this.waiting = waiting;
        this.mode = mode;
        this.events = events;
    }

    /// Returns the received requests to change something, in order.
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /// Ends this approval as if another client had answered it.
    public void answerElsewhere(String approvalId, boolean allowed) {
        end(approvalId, "answered", allowed, "allow *.github.com:443 tcp", RuleScope.PROJECT);
    }

    /// Ends this approval as if it had not been answered in time.
    public void expire(String approvalId) {
        end(approvalId, "expired", false, "nobody answered in time", null);
    }

    /// Refuses every further answer as too late, without announcing that the approval ended.
    public synchronized void turnDeaf() {
        deaf = true;
    }

    /// Adds an approval that waits.
    public synchronized void ask(Approval approval) {
        waiting = java.util.stream.Stream.concat(waiting.stream(), java.util.stream.Stream.of(approval))
                .toList();
        events.accept(event(approval, "asked", null, null, null));
    }

    private synchronized void end(
            String approvalId, String what, boolean allowed, String rule, @Nullable RuleScope scope) {
        Approval ended = waiting.stream()
                .filter(q -> q.id().equals(approvalId))
                .findFirst()
                .orElseThrow();
        waiting = waiting.stream().filter(q -> !q.id().equals(approvalId)).toList();
        String reason = scope == null ? rule : rule + ", for " + scope.name().toLowerCase(Locale.ROOT);
        audit.add(new AuditEntry(
                audit.size(),
                RecordedHost.now(),
                what,
                ended.sandbox(),
                ended.name(),
                allowed ? "allowed" : "refused",
                reason + ", approval " + approvalId,
                1,
                approvalId,
                null,
                ""));
        events.accept(event(ended, what, allowed ? Verdict.ALLOWED : Verdict.REFUSED, scope, rule));
    }

    private static ApprovalEvent event(
            Approval approval, String op, @Nullable Verdict verdict, @Nullable RuleScope scope, @Nullable String rule) {
        return new ApprovalEvent(
                0,
                RecordedHost.now(),
                op,
                approval.id(),
                approval.protocol(),
                approval.name(),
                approval.address(),
                approval.port(),
                approval.process(),
                verdict,
                scope,
                rule,
                approval.sandbox(),
                verdict == null ? approval : null,
                null,
                null);
    }

    private void policyChanged(String id, HostEvent.PolicyChanged.PolicyPart part) {
        events.accept(new HostEvent.PolicyChanged(0, RecordedHost.now(), id, part, null, null, null));
    }

    public synchronized ApprovalQueue approvals() {
        return new ApprovalQueue(waiting);
    }

    public synchronized ApprovalResult answer(String approvalId, AnswerApproval request) throws AgentException {
        boolean there = waiting.stream().anyMatch(q -> q.id().equals(approvalId));
        if (deaf || !there) {
            throw refusal(NOT_WAITING, "approval \"" + approvalId + "\": expected the id of a waiting approval");
        }
        String scope = String.valueOf(request.scope()).toLowerCase(Locale.ROOT);
        String budget =
                request.budget() == null ? "" : " minutes " + request.budget().minutes();
        requests.add((request.action() + " " + approvalId + " " + scope).toLowerCase(Locale.ROOT) + budget);
        end(approvalId, "answered", request.action() == RuleAction.ALLOW, "by you", null);
        return new ApprovalResult(approvalId, request.action(), RuleScope.SANDBOX, 3, null, null);
    }

    public PolicyView policy(String id) {
        return RecordedRules.view(id, mode, added);
    }

    public PolicyView networkMode(String id, SetNetworkMode request) {
        requests.add("preset " + request.preset());
        mode = request.preset() == null ? NetworkMode.CLOSED : request.preset();
        policyChanged(id, HostEvent.PolicyChanged.PolicyPart.MODE);
        return policy(id);
    }

    public Rule add(String id, AddRule request) throws AgentException {
        requests.add("add " + request.rule() + " " + request.scope());
        if (request.rule().contains(":99999")) {
            String detail = "ports \"99999\": expected numbers from 1 to 65535 and ranges, such as 443 or 80,8000-8100";
            throw new AgentException(Problem.of(RULE, "refused", detail, null).withField("ports"), null);
        }
        Rule rule = RecordedRules.rule(request.rule(), request.scope() == null ? RuleScope.SANDBOX : request.scope());
        added.add(rule);
        policyChanged(id, HostEvent.PolicyChanged.PolicyPart.RULES);
        return rule;
    }

    public Rule remove(String id, String rule) {
        requests.add("remove " + rule);
        return RecordedRules.rule("allow example.org", RuleScope.SANDBOX);
    }

    public PolicyText export(String id, RuleScope scope) {
        requests.add("export " + scope);
        return new PolicyText(RecordedRules.DRAFT, List.of());
    }

    public PolicyView replace(String id, ImportPolicy request) {
        requests.add("replace " + request.scope());
        return policy(id);
    }

    public PolicyReplay test(String id, TestPolicy request) {
        requests.add("test");
        return new PolicyReplay(
                412,
                388,
                List.of(
                        new ReplayChange(
                                "tcp",
                                "151.101.2.132:80",
                                "deb.debian.org",
                                17,
                                Verdict.ALLOWED,
                                "allow deb.debian.org:80 (user rule 5b0c11e2)",
                                Verdict.REFUSED,
                                "closed: no matching rule"),
                        new ReplayChange(
                                "tcp",
                                "203.0.113.88:443",
                                "cdn.agent.example",
                                6,
                                Verdict.REFUSED,
                                "closed: no matching rule",
                                Verdict.ALLOWED,
                                "allow *.agent.example:443 (sandbox rule 2c77e910)"),
                        new ReplayChange(
                                "tcp",
                                "140.82.121.6:443",
                                "api.github.com",
                                1,
                                Verdict.HELD,
                                "no matching rule: waiting for your answer",
                                Verdict.ALLOWED,
                                "allow api.github.com:443 (sandbox rule 0e81f3b4)")));
    }

    public PolicyText learn(String id, boolean tried) {
        requests.add("learn " + tried);
        return new PolicyText(RecordedRules.LEARNED, List.of());
    }

    public PolicyProposal proposal(String id) {
        return RecordedRules.proposal(added);
    }

    public PolicyView adopt(String id, String digest) {
        requests.add("adopt " + digest);
        return policy(id);
    }

    public InspectionView inspection(String id) {
        return new InspectionView(List.of(), List.of(), List.of("registry.npmjs.org"), null, false);
    }

    public InspectionView inspect(String id, SetInspection request) {
        requests.add("inspect " + request.names());
        return inspection(id);
    }

    public List<AuditEntry> audit(int most) {
        return List.copyOf(audit);
    }

    public AuditVerdict verifyAudit() {
        return new AuditVerdict(true, audit.size(), "", null, null, null);
    }

    public synchronized List<SecretInfo> secrets() {
        return List.copyOf(secrets);
    }

    public synchronized SecretInfo keepSecret(KeepSecret request) {
        requests.add("keep " + request.name());
        SecretInfo kept = RecordedRules.secret(request.name(), "14:32:07");
        secrets.add(kept);
        return kept;
    }

    public synchronized SecretInfo bindSecret(String name, BindSecret request) {
        requests.add("bind " + name + " " + request.host());
        return secrets.getFirst();
    }

    public synchronized void removeSecret(String name) {
        requests.add("forget " + name);
        secrets.removeIf(s -> s.name().equals(name));
    }

    private static AgentException refusal(ProblemCode code, String detail) {
        return new AgentException(Problem.of(code, "refused", detail, null), null);
    }
}
