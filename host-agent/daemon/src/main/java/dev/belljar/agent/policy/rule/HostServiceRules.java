package dev.belljar.agent.policy.rule;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.Subnet;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.text.HostServiceText;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/// What rules decide about services of the host. Such a service is opened by a rule that names it and its port, and by
/// nothing else: no pattern, no address and no network mode. Under the mode `ask`, the developer is asked about each
/// port; the name alone may be looked up then, because the gateway answers it by itself. `words` describes a rule.
record HostServiceRules(List<CompiledRule> rules, NetworkMode mode, Function<CompiledRule, String> words) {
    /// The verdict about a service, or about the name in a DNS query. `speaks` tests whether a rule matches it, and
    /// `usable` whether the budget of a rule is left.
    PolicyVerdict judge(Destination destination, Predicate<CompiledRule> speaks, Predicate<CompiledRule> usable) {
        boolean dns = destination.protocol().equals("dns");
        if (!dns && !destination.address().equals(Subnet.HOST.toString())) {
            return PolicyVerdict.refused(
                    RefusalReason.NEVER_ALLOWED,
                    HostServiceText.NAME + " never has the address " + destination.address(),
                    RuleLayer.BUILT_IN);
        }
        CompiledRule spent = null;
        for (CompiledRule rule : rules) {
            if (rule.allows() && rule.opensServices() && speaks.test(rule)) {
                if (usable.test(rule)) {
                    return new PolicyVerdict(
                            Verdict.ALLOWED,
                            words.apply(rule),
                            rule,
                            !dns,
                            !dns,
                            rule.anyProtocol(),
                            null,
                            rule.layer());
                }
                spent = rule;
            }
        }
        return spent == null ? byNetworkMode(dns, destination.port()) : usedUp(spent);
    }

    private PolicyVerdict usedUp(CompiledRule spent) {
        return PolicyVerdict.refused(
                RefusalReason.BUDGET_USED_UP,
                "the " + RefusalReason.BUDGET_USED_UP.phrase() + ": " + words.apply(spent),
                spent);
    }

    private PolicyVerdict byNetworkMode(boolean dns, int port) {
        if (mode == NetworkMode.ASK) {
            return PolicyVerdict.held("a service of this computer: waiting for your answer");
        }
        return PolicyVerdict.refused(
                RefusalReason.NO_MATCHING_RULE,
                "%s: a service of this computer needs a rule that names it, such as `allow %s:%d tcp`"
                        .formatted(RefusalReason.NO_MATCHING_RULE.phrase(), HostServiceText.NAME, dns ? 5432 : port),
                RuleLayer.NETWORK_MODE);
    }
}
