package dev.belljar.agent.policy;

import dev.belljar.agent.gateway.PendingApproval;
import dev.belljar.agent.policy.approval.ApprovalInbox;
import dev.belljar.agent.policy.approval.AuditRecorder;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.policy.approval.SandboxPolicy;
import dev.belljar.agent.policy.rule.CompiledRule;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.agent.policy.rule.RuleText;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Rules of one sandbox that hold only while the host agent does something for it. They are in no file: when
/// the host agent ends in any way, they end with it, and neither a snapshot nor a branch gets them.
public final class TemporaryRules {
    private final OpenPolicies open;
    private final ApprovalInbox inbox;
    private final AuditRecorder recorder;
    private final InstantSource clock;
    private final Consumer<HostEvent> events;

    TemporaryRules(
            OpenPolicies open,
            ApprovalInbox inbox,
            AuditRecorder recorder,
            InstantSource clock,
            Consumer<HostEvent> events) {
        this.open = open;
        this.inbox = inbox;
        this.recorder = recorder;
        this.clock = clock;
        this.events = events;
    }

    /// Rules that are in force until they are closed; the flows that only they allow end then.
    public interface RulesInForce extends AutoCloseable {
        /// What was blocked in the sandbox since the rules are in force.
        List<BlockedDestination> blocked();

        @Override
        void close();
    }

    /// Puts rules in force for a sandbox. They are part of its own layer, under an id that begins with this
    /// word.
    ///
    /// @throws PolicyException when one of the texts is not a rule; none is in force then
    public RulesInForce add(PolicySubject subject, String word, List<String> texts, String note)
            throws PolicyException {
        List<CompiledRule> rules = new ArrayList<>();
        for (String text : texts) {
            Rule rule = RuleText.parse(text, RuleScope.SANDBOX, note);
            rules.add(CompiledRule.of(new Rule(
                    word + "_" + rule.id(),
                    rule.action(),
                    rule.match(),
                    rule.scope(),
                    rule.expires(),
                    rule.budget(),
                    rule.note())));
        }
        SandboxPolicy policy = open.of(subject).policy();
        BlockedDestinations blocked = new BlockedDestinations();
        PendingApproval watching = policy.tellRefusals(blocked);
        policy.addTemporary(rules);
        changed(subject, "added for the " + word, rules);
        return new RulesInForce() {
            @Override
            public List<BlockedDestination> blocked() {
                return blocked.list();
            }

            @Override
            public void close() {
                watching.close();
                policy.removeTemporary(rules);
                changed(subject, "removed after the " + word, rules);
            }
        };
    }

    private void changed(PolicySubject subject, String what, List<CompiledRule> rules) {
        if (rules.isEmpty()) {
            return;
        }
        String detail = rules.stream().map(rule -> RuleText.words(rule.rule())).collect(Collectors.joining("; "));
        recorder.record("policy", subject.id(), "sandbox policy: " + what, "", detail);
        events.accept(new HostEvent.PolicyChanged(
                0,
                clock.millis(),
                subject.id(),
                HostEvent.PolicyChanged.PolicyPart.RULES,
                RuleScope.SANDBOX,
                null,
                what + ": " + detail));
        inbox.review();
    }
}
