package dev.belljar.agent.policy.approval;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.FlowGrant;
import dev.belljar.agent.gateway.NameBudget;
import dev.belljar.agent.gateway.PendingApproval;
import dev.belljar.agent.policy.rule.AddressRange;
import dev.belljar.agent.policy.rule.CompiledRule;
import dev.belljar.agent.policy.rule.HostName;
import dev.belljar.agent.policy.rule.PolicyVerdict;
import dev.belljar.agent.policy.rule.RequestRules;
import dev.belljar.agent.policy.rule.RuleSet;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.policy.RuleScope;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The policy of one sandbox: the rules of its layers, the `once` rules of answers, and the use of budgets.
///
/// The program of a flow is what the guest reports; a rule that names a program restrains honest programs and
/// gives no protection against one that controls the guest's kernel.
public final class SandboxPolicy implements EgressPolicy {
    private static final String UNWRITTEN =
            "the audit log cannot be written, so no connection is allowed; the disk may be full";

    private final PolicySubject subject;
    private final Supplier<RuleSet> rules;
    private final ApprovalQueueing inbox;
    private final AuditRecorder recorder;
    private final InstantSource clock;
    private final BudgetUsage usage;
    private final NameBudget names;
    private final List<OnceRule> once = new CopyOnWriteArrayList<>();
    private final List<CompiledRule> temporary = new CopyOnWriteArrayList<>();
    private final List<BiConsumer<Destination, String>> refusals = new CopyOnWriteArrayList<>();
    private volatile Consumer<ApprovalEvent> events = event -> {};
    private volatile @Nullable String contained;

    /// The budget that a flow may still use under the rule that allowed it, null if a preset allowed it;
    /// `named` says that a rule names its address, `namesExactly` that a rule names that address alone,
    /// `anyProtocol` that it may use any protocol.
    private record RuleGrant(
            SandboxPolicy policy,
            Destination destination,
            @Nullable CompiledRule by,
            boolean named,
            boolean namesExactly,
            boolean anyProtocol)
            implements FlowGrant {
        @Override
        public long upload(long bytes) {
            return by == null ? bytes : policy.usage().upload(by.rule(), bytes);
        }

        @Override
        public boolean stands() {
            return policy.stands(destination, by);
        }

        @Override
        public @Nullable String endReason() {
            return policy.contained();
        }

        @Override
        public boolean limitsRequests() {
            return policy.requests(destination).limitsRequests(once());
        }

        @Override
        public @Nullable String requestRefusal(String method, String target) {
            return policy.requests(destination).guestWords(method, target, once());
        }

        private boolean once() {
            return by != null && by.rule().scope() == RuleScope.ONCE;
        }

        @Override
        public boolean namesAddress() {
            return named;
        }

        @Override
        public boolean namesHost() {
            return by != null && by.namesHost();
        }
    }

    /// Where connections wait for the developer's answer.
    interface ApprovalQueueing {
        /// Adds a connection that waits; it is refused at once if too many wait.
        PendingApproval ask(SandboxPolicy policy, WaitingConnection connection, int seconds);

        /// Answers the approvals that the rules decide now, after the rules changed.
        void review();
    }

    /// A rule for connections that begin before `until`, milliseconds since the epoch.
    private record OnceRule(CompiledRule rule, long until) {}

    public SandboxPolicy(
            PolicySubject subject,
            Supplier<RuleSet> rules,
            ApprovalQueueing inbox,
            AuditRecorder recorder,
            InstantSource clock) {
        this.subject = subject;
        this.rules = rules;
        this.inbox = inbox;
        this.recorder = recorder;
        this.clock = clock;
        this.names = new NameBudget(subject.folder().resolve("name-budget.json"), clock.withZone(ZoneOffset.UTC));
        this.usage = new BudgetUsage(subject.folder().resolve("policy-use.json"));
    }

    public PolicySubject subject() {
        return subject;
    }

    BudgetUsage usage() {
        return usage;
    }

    /// Sets the listener for approvals and answers.
    public void tell(Consumer<ApprovalEvent> listener) {
        events = listener;
    }

    Consumer<ApprovalEvent> events() {
        return events;
    }

    /// Refuses all connections from now on for this reason, whatever the rules say; null puts the rules in
    /// force again.
    public void contain(@Nullable String why) {
        contained = why;
    }

    /// Why all connections are refused now whatever the rules say, null if they are not.
    @Nullable
    String contained() {
        return contained;
    }

    @Override
    public FlowDecision decide(Destination destination, UnaryOperator<FlowDecision> check) {
        PolicyVerdict verdict = judge(destination);
        if (verdict.verdict() != Verdict.ALLOWED) {
            return check.apply(verdict.decision());
        }
        CompiledRule by = verdict.by();
        FlowDecision decision = FlowDecision.allowed(
                verdict.words(),
                new RuleGrant(this, destination, by, verdict.named(), verdict.exact(), verdict.any()),
                verdict.layer());
        return counted(destination, by, check.apply(decision));
    }

    /// Counts and records a final permission; refuses the connection if that is not possible.
    private FlowDecision counted(Destination destination, @Nullable CompiledRule by, FlowDecision decision) {
        if (decision.verdict() != Verdict.ALLOWED) {
            return decision;
        }
        if (!recorder.writable()) {
            return new FlowDecision(Verdict.REFUSED, UNWRITTEN);
        }
        boolean dns = destination.protocol().equals("dns");
        if (by != null && !dns && !usage.connect(by.rule(), clock.millis())) {
            // Another flow used up the budget between deciding and counting.
            return FlowDecision.refused(
                    RefusalReason.BUDGET_USED_UP,
                    "the " + RefusalReason.BUDGET_USED_UP.phrase() + ": " + RuleSet.words(by),
                    by.layer());
        }
        return recorder.opened(subject, destination, decision.rule())
                ? decision
                : new FlowDecision(Verdict.REFUSED, UNWRITTEN);
    }

    @Override
    public boolean namesPrograms() {
        return rules.get().namesPrograms();
    }

    @Override
    public boolean wellKnown(String name) {
        return rules.get().ofRegistry(name);
    }

    @Override
    public NameBudget names() {
        return names;
    }

    @Override
    public PendingApproval hold(
            Destination destination, UnaryOperator<FlowDecision> check, Consumer<FlowDecision> answer) {
        FlowDecision now = decide(destination, check);
        if (now.verdict() != Verdict.HELD) {
            answer.accept(now);
            return () -> {};
        }
        WaitingConnection connection = new WaitingConnection(destination, check, answer);
        PendingApproval hold = inbox.ask(this, connection, rules.get().holdSeconds());
        if (judge(destination).verdict() != Verdict.HELD) {
            // Otherwise a rule that was added between deciding and asking would not be applied.
            inbox.review();
        }
        return hold;
    }

    @Override
    public void refused(Destination destination, String rule) {
        recorder.refused(subject, destination, rule);
        refusals.forEach(listener -> listener.accept(destination, rule));
    }

    /// Tells this listener of every refusal, with the reason in words, until the returned handle is closed.
    public PendingApproval tellRefusals(BiConsumer<Destination, String> listener) {
        refusals.add(listener);
        return () -> refusals.remove(listener);
    }

    /// The verdict of the rules, without counting anything.
    PolicyVerdict judge(Destination destination) {
        String why = contained;
        if (why != null) {
            return PolicyVerdict.refused(RefusalReason.NEVER_ALLOWED, why, RuleLayer.BUILT_IN);
        }
        long now = clock.millis();
        return inForce(now).judge(destination, destination.program(), now, rule -> usage.leaves(rule.rule(), now));
    }

    private RequestRules requests(Destination destination) {
        long now = clock.millis();
        return new RequestRules(
                inForce(now), destination, destination.program(), now, rule -> usage.stands(rule.rule(), now));
    }

    /// Puts rules in force until they are removed.
    public void addTemporary(List<CompiledRule> more) {
        temporary.addAll(more);
    }

    /// Ends rules that were put in force until now.
    public void removeTemporary(List<CompiledRule> gone) {
        gone.forEach(temporary::remove);
    }

    /// The rules that are in force until they are removed.
    public List<Rule> temporary() {
        return temporary.stream().map(CompiledRule::rule).toList();
    }

    private RuleSet inForce(long now) {
        return rules.get()
                .and(List.copyOf(temporary))
                .and(once.stream()
                        .filter(given -> now < given.until)
                        .map(OnceRule::rule)
                        .toList());
    }

    /// True while a flow that a rule (null: a preset) allowed may continue.
    boolean stands(Destination destination, @Nullable CompiledRule by) {
        if (contained != null) {
            return false;
        }
        long now = clock.millis();
        RuleSet current = inForce(now);
        PolicyVerdict today =
                current.judge(destination, destination.program(), now, rule -> usage.stands(rule.rule(), now));
        if (by == null || by.rule().scope() != RuleScope.ONCE) {
            return today.verdict() == Verdict.ALLOWED;
        }
        boolean denied = today.by() != null && !today.by().allows();
        return current.problem() == null && !denied && !by.expired(now) && usage.stands(by.rule(), now);
    }

    /// Puts a rule of scope `once` in force until this time, milliseconds since the epoch.
    void once(CompiledRule rule, long until) {
        long now = clock.millis();
        once.removeIf(given -> now >= given.until || !usage.leaves(given.rule.rule(), now));
        once.add(new OnceRule(rule, until));
    }

    /// Puts a rule in force while it is being written to its layer, until the returned handle is closed.
    public PendingApproval pending(CompiledRule rule) {
        OnceRule given = new OnceRule(rule, Long.MAX_VALUE);
        once.add(given);
        return () -> once.remove(given);
    }

    /// Decides one flow by a rule that is in no layer: flows that wait for the same answer may have another
    /// address or port, to which the rule does not apply.
    FlowDecision granted(Destination destination, CompiledRule rule, UnaryOperator<FlowDecision> check) {
        String why = contained;
        if (why != null) {
            return new FlowDecision(Verdict.REFUSED, why);
        }
        AddressRange to = AddressRange.parse(destination.address()).orElse(null);
        String name = destination.name();
        String asked = name == null ? null : HostName.canonical(name).orElse(null);
        if (!rule.matches(destination, to, asked, destination.program())) {
            return FlowDecision.refused(
                    RefusalReason.NEVER_ALLOWED,
                    "not covered by your answer (" + RuleSet.words(rule) + "): try again to get a new approval",
                    rule.layer());
        }
        boolean leads = !destination.protocol().equals("dns") || destination.leads();
        boolean service = destination.ofService() && rule.opensServices();
        boolean named = service || (leads && to != null && rule.names(to, asked));
        FlowDecision decision = FlowDecision.allowed(
                RuleSet.words(rule),
                new RuleGrant(
                        this, destination, rule, named, service || (named && rule.namesExactly()), rule.anyProtocol()),
                rule.layer());
        return counted(destination, rule, check.apply(decision));
    }

    /// Resets the budget of a rule that the user added, possibly again.
    public void renew(Rule rule) {
        usage.renew(rule);
    }
}
