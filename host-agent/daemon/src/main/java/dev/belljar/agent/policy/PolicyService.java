package dev.belljar.agent.policy;

import dev.belljar.agent.audit.AuditException;
import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.PendingApproval;
import dev.belljar.agent.policy.approval.AbandonedApprovals;
import dev.belljar.agent.policy.approval.ApprovalAnswerer;
import dev.belljar.agent.policy.approval.ApprovalInbox;
import dev.belljar.agent.policy.approval.ApprovalListener;
import dev.belljar.agent.policy.approval.ApprovalRequest;
import dev.belljar.agent.policy.approval.AuditRecorder;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.policy.approval.SandboxPolicy;
import dev.belljar.agent.policy.file.LayerFile;
import dev.belljar.agent.policy.file.PolicyDocument;
import dev.belljar.agent.policy.file.PolicyFiles;
import dev.belljar.agent.policy.file.PolicyLayers;
import dev.belljar.agent.policy.file.PolicyToml;
import dev.belljar.agent.policy.file.ProjectProposal;
import dev.belljar.agent.policy.file.SnapshotRules;
import dev.belljar.agent.policy.rule.CompiledRule;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.agent.policy.rule.RuleSet;
import dev.belljar.agent.policy.rule.RuleText;
import dev.belljar.agent.policy.rule.ShortText;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.policy.ApprovalQueue;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AnswerApproval;
import dev.belljar.contract.view.network.FlowRow;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The policies of all sandboxes: decides for the gateway, and shows and changes policies for the API.
///
/// Every change of a policy is recorded in the audit and applied at once to waiting approvals and running flows.
/// Thread-safe.
public final class PolicyService implements AutoCloseable {
    private static final String PRESET = "preset";
    private static final long UNDELAYED_MILLIS = 10_000;

    private final SnapshotPolicies snapshots;
    private final TemporaryRules temporary;
    private final InstantSource clock;
    private final AuditRecorder recorder;
    private final ApprovalInbox inbox;
    private final OpenPolicies open;
    private final Thread keeper;
    private volatile Consumer<HostEvent> events = _ -> {};
    private volatile ApprovalListener approvals = ApprovalListener.NONE;

    private PolicyService(PolicyFiles places, AuditLog audit, InstantSource clock) {
        this.clock = clock;
        this.recorder = new AuditRecorder(audit, clock);
        this.inbox = new ApprovalInbox(recorder, clock);
        this.open = new OpenPolicies(places, inbox, recorder, clock);
        this.snapshots = new SnapshotPolicies(new SnapshotRules(places.projects()), open, recorder);
        this.temporary = new TemporaryRules(open, inbox, recorder, clock, event -> events.accept(event));
        this.keeper = Thread.ofVirtual().name("approvals").unstarted(inbox::keepTime);
    }

    /// Opens the policies stored in these places; decisions go to this audit, where approvals that waited when
    /// the last host agent ended are recorded as refused.
    ///
    /// @throws AuditException `audit.unreadable`
    public static PolicyService open(PolicyFiles places, AuditLog audit, InstantSource clock) throws AuditException {
        AbandonedApprovals.settle(audit);
        PolicyService policies = new PolicyService(places, audit, clock);
        policies.keeper.start();
        return policies;
    }

    /// Reports each change of a policy from now on.
    public void tell(Consumer<HostEvent> listener) {
        events = listener;
    }

    /// Tells this listener of each answer that is about to allow a destination.
    public void tellBeforeAllowing(ApprovalListener listener) {
        approvals = listener;
    }

    /// The subject of the user's rules, for which no sandbox is needed.
    public PolicySubject everySandbox() {
        return open.everySandbox();
    }

    /// The policy of a sandbox, which reports its approvals and their answers to `events`.
    public EgressPolicy of(PolicySubject subject, Consumer<ApprovalEvent> events) {
        SandboxPolicy policy = open.of(subject).policy();
        policy.tell(events);
        return policy;
    }

    /// Refuses all connections of a sandbox from now on, whatever its rules say: its flows end, and its
    /// approvals are refused with this reason.
    public void contain(PolicySubject subject, String why) {
        open.of(subject).policy().contain(why);
        inbox.withdraw(subject.id(), why);
    }

    /// Puts the rules of a contained sandbox in force again.
    public void uncontain(PolicySubject subject) {
        open.of(subject).policy().contain(null);
    }

    /// Forgets a destroyed sandbox and withdraws its approvals. Its rules are deleted with its folder.
    public void forget(String id) {
        inbox.withdraw(id, "the sandbox was deleted");
        open.forget(id);
    }

    /// A number for the policy in force, which changes whenever a preset or a rule of any scope changes.
    ///
    /// @throws PolicyException when it cannot be read
    public int version(PolicySubject subject) throws PolicyException {
        return open.of(subject).layers().version();
    }

    /// The rules stored beside snapshots.
    public SnapshotPolicies snapshots() {
        return snapshots;
    }

    /// The policy in force.
    public PolicyView view(PolicySubject subject) {
        return open.of(subject).view();
    }

    /// The rules that hold only while the host agent does something for a sandbox.
    public TemporaryRules temporary() {
        return temporary;
    }

    /// The network mode in force; `closed` while a layer cannot be read.
    public NetworkMode inForce(PolicySubject subject) {
        RuleSet rules = open.of(subject).layers().rules();
        return rules.problem() == null ? rules.mode() : NetworkMode.CLOSED;
    }

    /// Sets a layer's preset, null for none.
    ///
    /// @throws PolicyException when the layer cannot be changed
    public PolicyView networkMode(PolicySubject subject, @Nullable NetworkMode mode, RuleScope scope)
            throws PolicyException {
        LayerFile file = open.of(subject).layers().writable(scope);
        synchronized (file) {
            file.write(open.of(subject).named(scope, file.current().withPreset(mode)));
        }
        changed(subject, scope, PRESET, mode == null ? "none" : word(mode));
        return view(subject);
    }

    /// Adds a rule in words.
    ///
    /// @throws PolicyException when the words are not a rule, or the layer cannot be changed
    public Rule add(PolicySubject subject, String words, RuleScope scope) throws PolicyException {
        open.of(subject).layers().writable(scope);
        Rule rule = RuleText.parse(words, scope, null);
        add(subject, rule);
        return rule;
    }

    private void add(PolicySubject subject, Rule rule) throws PolicyException {
        put(subject, rule);
        open.renew(rule);
        changed(subject, rule.scope(), "added " + rule.id(), RuleText.words(rule));
    }

    private void put(PolicySubject subject, Rule rule) throws PolicyException {
        LayerFile file = open.of(subject).layers().writable(rule.scope());
        synchronized (file) {
            file.write(open.of(subject).named(rule.scope(), file.current().with(rule)));
        }
    }

    /// Removes a rule from the narrowest layer that has it; flows that it allowed end.
    ///
    /// @throws PolicyException `policy.no-such-rule`, or when the layer cannot be changed
    public Rule remove(PolicySubject subject, String id) throws PolicyException {
        PolicyLayers layers = open.of(subject).layers();
        for (RuleScope scope : List.of(RuleScope.SANDBOX, RuleScope.PROJECT, RuleScope.USER, RuleScope.ORGANIZATION)) {
            List<Rule> found = layers.file(scope).content().document().rules().stream()
                    .filter(rule -> rule.id().equals(id))
                    .toList();
            if (!found.isEmpty()) {
                LayerFile file = layers.writable(scope);
                synchronized (file) {
                    file.write(file.current().without(id));
                }
                changed(subject, scope, "removed " + id, RuleText.words(found.getFirst()));
                return found.getFirst();
            }
        }
        throw new PolicyException(
                PolicyException.NO_RULE,
                "%s has no rule with the id \"%s\"".formatted(subject.name(), ShortText.of(id)),
                "`belljar policy show " + subject.name() + "` lists its rules.");
    }

    /// A layer as TOML.
    ///
    /// @throws PolicyException when it cannot be read
    public PolicyText text(PolicySubject subject, RuleScope scope) throws PolicyException {
        PolicyDocument document = open.of(subject).layers().file(scope).current();
        return new PolicyText(PolicyToml.write(document), document.rules());
    }

    /// Replaces the policy of a layer.
    ///
    /// @throws PolicyException when the text is not a policy, or the layer cannot be changed
    public PolicyView replace(PolicySubject subject, String toml, RuleScope scope) throws PolicyException {
        LayerFile file = open.of(subject).layers().writable(scope);
        PolicyDocument document = PolicyToml.read(toml, scope);
        file.write(open.of(subject).named(scope, document));
        document.rules().forEach(open::renew);
        changed(
                subject,
                scope,
                "imported",
                "rules: %d".formatted(document.rules().size()));
        return view(subject);
    }

    /// The flows for which a draft of a layer (null: the policy in force) would have given another verdict.
    ///
    /// @throws PolicyException when the draft is not a policy
    public PolicyReplay replay(PolicySubject subject, @Nullable String toml, RuleScope scope, List<FlowRow> flows)
            throws PolicyException {
        PolicyLayers layers = open.of(subject).layers();
        RuleSet rules =
                toml == null ? layers.rules() : layers.with(scope, LayerFile.Content.of(PolicyToml.read(toml, scope)));
        return new RecordedFlows(flows).replay(rules, clock.millis());
    }

    /// The narrowest policy that allows these flows again, with `tried` also those that were refused.
    ///
    /// @throws PolicyException never for flows that a gateway recorded
    public PolicyText learn(List<FlowRow> flows, boolean tried) throws PolicyException {
        return new RecordedFlows(flows).policy(tried);
    }

    /// The proposal of the project.
    ///
    /// @throws PolicyException `policy.no-proposal`
    public PolicyProposal proposal(PolicySubject subject) throws PolicyException {
        return ProjectProposal.read(subject.project())
                .view(open.of(subject).layers().file(RuleScope.PROJECT).current());
    }

    /// Makes the proposal with this digest part of the project's policy.
    ///
    /// @throws PolicyException `policy.proposal-changed` when the proposal has changed, `policy.file-invalid`
    /// when it cannot be adopted
    public PolicyView adopt(PolicySubject subject, String digest) throws PolicyException {
        PolicyProposal proposal = proposal(subject);
        if (!proposal.digest().equals(digest)) {
            throw new PolicyException(
                    PolicyException.CHANGED,
                    proposal.file() + ": changed since it was shown",
                    "Review it again with `belljar policy propose " + subject.name() + "`.");
        }
        String problem = proposal.problem();
        if (problem != null) {
            throw new PolicyException(PolicyException.FILE, proposal.file() + ": " + problem, null);
        }
        for (Rule rule : proposal.rules()) {
            add(subject, rule);
        }
        return view(subject);
    }

    /// The waiting approvals of one sandbox or, for null, of all.
    public ApprovalQueue waiting(@Nullable String sandbox) {
        return inbox.list(sandbox);
    }

    /// Answers an approval; the waiting connections have the decision before this returns.
    ///
    /// @throws PolicyException `approval.not-waiting`, or when the answer's rule cannot be made or kept
    public ApprovalResult answer(String id, AnswerApproval answer) throws PolicyException {
        ApprovalRequest request = inbox.find(id);
        ApprovalAnswerer answering = new ApprovalAnswerer(request, answer, inbox, clock);
        Rule rule = answering.rule();
        beforeAllowing(request, rule);
        if (rule.scope() == RuleScope.ONCE) {
            return answering.run(rule);
        }
        // The connections continue before the rule is written, because the disk may be slow; it is almost
        // certain by then that the rule can be stored.
        PolicySubject subject = request.policy().subject();
        open.of(subject).layers().writable(rule.scope()).current();
        open.renew(rule);
        ApprovalResult done;
        try (PendingApproval _ = request.policy().pending(CompiledRule.of(rule))) {
            done = answering.run(rule);
            put(subject, rule);
        }
        changed(subject, rule.scope(), "added " + rule.id(), RuleText.words(rule));
        return done;
    }

    /// An approval that is about to expire is not delayed.
    private void beforeAllowing(ApprovalRequest request, Rule rule) throws PolicyException {
        if (rule.action() == RuleAction.ALLOW && request.expires() - clock.millis() > UNDELAYED_MILLIS) {
            approvals.allowing(request.policy().subject(), request.destination());
            ApprovalRequest _ = inbox.find(request.id());
        }
    }

    private void changed(PolicySubject subject, RuleScope scope, String what, String detail) {
        recorder.record("policy", subject.id(), word(scope) + " policy: " + what, "", detail);
        boolean mode = what.equals(PRESET);
        events.accept(new HostEvent.PolicyChanged(
                0,
                clock.millis(),
                scope == RuleScope.SANDBOX ? subject.id() : null,
                mode ? HostEvent.PolicyChanged.PolicyPart.MODE : HostEvent.PolicyChanged.PolicyPart.RULES,
                scope,
                mode && scope == RuleScope.SANDBOX ? inForce(subject) : null,
                what + ": " + detail));
        inbox.review();
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /// Refuses all waiting approvals and accepts no more.
    @Override
    public void close() {
        inbox.close();
        recorder.close();
    }
}
