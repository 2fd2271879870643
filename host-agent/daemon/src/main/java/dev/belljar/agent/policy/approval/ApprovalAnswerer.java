package dev.belljar.agent.policy.approval;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.policy.rule.AddressRange;
import dev.belljar.agent.policy.rule.CompiledRule;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.agent.policy.rule.RuleSet;
import dev.belljar.agent.policy.rule.RuleText;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AnswerApproval;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Turns the answer to an approval into a rule of a layer or, for `once`, into a grant to the connections that
/// wait.
///
/// To allow only a name would open all its ports, and to ask again for the port would ask twice for each
/// connection: so an answer about a name applies to ports 80 and 443 unless it says otherwise, and another port
/// is another approval. If the approval names a private address behind a name, the answer applies to the name
/// at that address only. `once` for a name allows the first connection within a minute; a name that is denied
/// once is denied for ten seconds, because a resolver that waited has sent its query again by then.
public final class ApprovalAnswerer {
    private static final String WEB = "80,443";
    private static final String ANY = "any";
    private static final long FOLLOW_MILLIS = TimeUnit.MINUTES.toMillis(1);
    private static final long RETRY_MILLIS = TimeUnit.SECONDS.toMillis(10);
    private static final int LONGEST_MINUTES = 60 * 24 * 366;

    private final ApprovalRequest request;
    private final AnswerApproval answer;
    private final RuleScope scope;
    private final ApprovalInbox inbox;
    private final InstantSource clock;

    public ApprovalAnswerer(ApprovalRequest request, AnswerApproval answer, ApprovalInbox inbox, InstantSource clock) {
        this.request = request;
        this.answer = answer;
        this.scope = answer.scope() == null ? RuleScope.ONCE : answer.scope();
        this.inbox = inbox;
        this.clock = clock;
    }

    /// The rule that this answer makes.
    ///
    /// @throws PolicyException when a part of the answer is invalid
    public Rule rule() throws PolicyException {
        RuleBudget budget = answer.budget() == null ? RuleBudget.NONE : answer.budget();
        requireSane(budget);
        boolean allow = answer.action() == RuleAction.ALLOW;
        Integer minutes = budget.minutes();
        Long expires = minutes == null ? null : clock.millis() + TimeUnit.MINUTES.toMillis(minutes);
        Integer connections = budget.connections();
        if (allow && scope == RuleScope.ONCE && connections == null && request.ofName()) {
            connections = 1;
        }
        RuleBudget measured = allow ? new RuleBudget(null, connections, budget.upload()) : RuleBudget.NONE;
        Rule rule = RuleText.checked(
                answer.action(), match(allow), scope, expires, measured, "answer to approval " + request.id());
        return scope == RuleScope.ONCE
                ? new Rule(request.id(), rule.action(), rule.match(), scope, expires, measured, rule.note())
                : rule;
    }

    private static void requireSane(RuleBudget budget) throws PolicyException {
        if (budget.minutes() != null) {
            RuleText.number("minutes", budget.minutes().toString(), LONGEST_MINUTES);
        }
        if (budget.connections() != null) {
            RuleText.number("connections", budget.connections().toString(), Integer.MAX_VALUE);
        }
        if (budget.upload() != null) {
            RuleText.number("upload", budget.upload().toString(), Long.MAX_VALUE);
        }
    }

    private RuleMatch match(boolean allow) throws PolicyException {
        ApprovalKey key = request.key();
        String name = key.named() ? key.where() : null;
        String address = key.named() ? place() : key.where();
        String at = answer.at();
        if (at != null && !key.named()) {
            throw PolicyException.rule("at", at, "no address, because the approval already names one");
        }
        if (request.ofName()) {
            String ports = ports(allow ? WEB : null);
            return new RuleMatch(name, address, ports, ports == null ? null : "tcp", null);
        }
        String ports = ports(key.port() == 0 ? null : Integer.toString(key.port()));
        return new RuleMatch(name, address, ports, key.protocol(), null);
    }

    /// The addresses that this answer permits the name to have; null for all public ones.
    ///
    /// An answer cannot open an address for which no approval would be asked: that takes a rule. Of a range it
    /// opens only addresses that are not this host's own, which the gateway knows.
    private @Nullable String place() throws PolicyException {
        ApprovalKey key = request.key();
        String at = answer.at();
        if (at == null) {
            return key.exact() ? key.address() : null;
        }
        AddressRange range = AddressRange.parse(at)
                .orElseThrow(() -> PolicyException.rule("at", at, "an address, or a range such as 192.0.2.0/24"));
        AddressRange known =
                key.plainName() ? null : AddressRange.parse(key.address()).orElse(null);
        if (known != null && !range.contains(known)) {
            String there = key.address() + ", the address of " + key.where() + ", or a range that contains it";
            throw PolicyException.rule("at", at, there);
        }
        if (answer.action() == RuleAction.ALLOW
                && range.single()
                && new Destination("dns", at, 0, key.where()).ofMachine()) {
            throw PolicyException.rule(
                    "at", at, "an address outside the sandbox: this one belongs to the gateway or the guest itself");
        }
        if (answer.action() == RuleAction.ALLOW && range.special() && !range.network()) {
            throw PolicyException.rule(
                    "at",
                    at,
                    "a public, private or reserved address; any other address (of this computer, link-local, "
                            + "cloud metadata, multicast) needs a rule: belljar policy add " + policyName() + " '"
                            + new Destination("dns", at, 0, key.where())
                                    .namingRule()
                                    .replace("`", "") + "'");
        }
        return at;
    }

    private String policyName() {
        return request.policy().subject().name();
    }

    private @Nullable String ports(@Nullable String otherwise) {
        String requested = answer.ports();
        return requested == null ? otherwise : requested.equals(ANY) ? null : requested;
    }

    /// Gives the decision to the connections that wait, after a rule that is to be stored has come into force.
    public ApprovalResult run(Rule rule) throws PolicyException {
        SandboxPolicy policy = request.policy();
        CompiledRule compiled = CompiledRule.of(rule);
        WaitingConnection.Decider decider;
        if (rule.action() == RuleAction.DENY) {
            if (scope == RuleScope.ONCE && request.ofName()) {
                policy.once(compiled, clock.millis() + RETRY_MILLIS);
            }
            FlowDecision refusal = FlowDecision.refused(
                    RefusalReason.DENIED_BY_USER,
                    RefusalReason.DENIED_BY_USER.phrase() + ": " + RuleSet.words(compiled),
                    compiled.layer());
            decider = (destination, check) -> refusal;
        } else if (scope == RuleScope.ONCE) {
            if (request.ofName()) {
                policy.once(compiled, clock.millis() + FOLLOW_MILLIS);
            }
            decider = (destination, check) -> policy.granted(destination, compiled, check);
        } else {
            decider = policy::decide;
        }
        int released = inbox.release(request, ApprovalEnding.answered(scope, RuleText.words(rule)), decider);
        Rule kept = scope == RuleScope.ONCE ? null : rule;
        String name =
                request.key().plainName() && answer.at() == null ? request.key().where() : null;
        return new ApprovalResult(request.id(), rule.action(), scope, released, kept, name);
    }
}
