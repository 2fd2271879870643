package dev.belljar.agent.policy;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.policy.file.PolicyDocument;
import dev.belljar.agent.policy.file.PolicyToml;
import dev.belljar.agent.policy.rule.AddressRange;
import dev.belljar.agent.policy.rule.HostName;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.agent.policy.rule.PolicyVerdict;
import dev.belljar.agent.policy.rule.RuleSet;
import dev.belljar.agent.policy.rule.RuleText;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.ReplayChange;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.view.network.FlowRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The recorded flows of a sandbox, from which a draft policy is tested or a new policy is derived.
record RecordedFlows(List<FlowRow> flows) {
    private static final Set<String> CARRIED = Set.of("tcp", "udp", "icmp", "dns");

    /// The destination of a flow; empty for flows that no policy decides, such as ARP, and for summed-up flows.
    static Optional<Destination> destination(FlowRow flow) {
        if (flow.verdict() == Verdict.LOCAL || !CARRIED.contains(flow.proto())) {
            return Optional.empty();
        }
        int colon = flow.dst().lastIndexOf(':');
        String address = colon < 0 ? flow.dst() : flow.dst().substring(0, colon);
        String port = colon < 0 ? "0" : flow.dst().substring(colon + 1);
        String bare =
                address.startsWith("[") && address.endsWith("]") ? address.substring(1, address.length() - 1) : address;
        if (!port.matches("\\d{1,5}") || AddressRange.parse(bare).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Destination(flow.proto(), bare, Integer.parseInt(port), flow.name()));
    }

    /// The narrowest policy that allows these flows again; if `tried` is true, also those that were refused.
    PolicyText policy(boolean tried) throws PolicyException {
        List<Rule> rules = learn(tried);
        return new PolicyText(PolicyToml.write(new PolicyDocument(null, null, null, null, rules)), rules);
    }

    private record ChangeKey(
            Destination destination,
            Verdict was,
            @Nullable String rule,
            @Nullable String program) {}

    /// The flows with another verdict under a draft; budgets are ignored.
    PolicyReplay replay(RuleSet draft, long now) {
        Map<ChangeKey, Integer> counts = new LinkedHashMap<>();
        for (FlowRow flow : flows) {
            destination(flow)
                    .ifPresent(destination -> counts.merge(
                            new ChangeKey(destination, flow.verdict(), flow.rule(), flow.exe()), 1, Integer::sum));
        }
        List<ReplayChange> changes = new ArrayList<>();
        int all = 0;
        int changed = 0;
        for (Map.Entry<ChangeKey, Integer> each : counts.entrySet()) {
            ChangeKey kind = each.getKey();
            PolicyVerdict verdict = draft.judge(kind.destination(), kind.program(), now, rule -> true);
            all += each.getValue();
            if (verdict.verdict() != kind.was()) {
                changed += each.getValue();
                changes.add(change(kind, each.getValue(), verdict));
            }
        }
        return new PolicyReplay(all, all - changed, changes);
    }

    private static ReplayChange change(ChangeKey kind, int count, PolicyVerdict verdict) {
        Destination destination = kind.destination();
        String where =
                destination.address().indexOf(':') >= 0 ? "[" + destination.address() + "]" : destination.address();
        return new ReplayChange(
                destination.protocol(),
                where + ":" + destination.port(),
                destination.name(),
                count,
                kind.was(),
                kind.rule(),
                verdict.verdict(),
                verdict.words());
    }

    /// The fewest and narrowest rules that allow the flows that were allowed, and with `tried` also the refused
    /// ones.
    ///
    /// A name with a connection needs no rule for its DNS query. A special address gets a rule only if it was
    /// reached, because the rule would open it.
    List<Rule> learn(boolean tried) throws PolicyException {
        Map<RuleMatch, Long> needed = new LinkedHashMap<>();
        for (FlowRow flow : flows) {
            Destination destination = destination(flow).orElse(null);
            if (destination != null && (flow.verdict() == Verdict.ALLOWED || (tried && !special(destination)))) {
                match(destination).ifPresent(match -> needed.merge(match, flow.up(), Long::sum));
            }
        }
        Set<String> connected = needed.keySet().stream()
                .filter(match -> match.name() != null && !"dns".equals(match.protocol()))
                .map(match -> String.valueOf(match.name()))
                .collect(Collectors.toSet());
        List<Rule> rules = new ArrayList<>();
        for (Map.Entry<RuleMatch, Long> each : needed.entrySet()) {
            RuleMatch match = each.getKey();
            if (!"dns".equals(match.protocol()) || !connected.contains(match.name())) {
                rules.add(RuleText.checked(
                        RuleAction.ALLOW,
                        match,
                        RuleScope.SANDBOX,
                        null,
                        RuleBudget.NONE,
                        "learned from recorded connections: %,d bytes sent".formatted(each.getValue())));
            }
        }
        return rules;
    }

    private static boolean special(Destination destination) {
        return !destination.protocol().equals("dns")
                && AddressRange.parse(destination.address())
                        .map(AddressRange::special)
                        .orElse(true);
    }

    private static Optional<RuleMatch> match(Destination destination) {
        String name = destination.name() == null
                ? null
                : HostName.canonical(destination.name()).orElse(null);
        boolean service = destination.ofService();
        if (destination.protocol().equals("dns")) {
            // A rule for a service of the host names its port.
            return name == null || service
                    ? Optional.empty()
                    : Optional.of(new RuleMatch(name, null, null, "dns", null));
        }
        String ports = destination.port() == 0 ? null : Integer.toString(destination.port());
        // The address of a name belongs into the rule only if it is not public.
        String address = !service && (name == null || special(destination)) ? destination.address() : null;
        if (service && !destination.protocol().equals("tcp")) {
            return Optional.empty();
        }
        return Optional.of(new RuleMatch(name, address, ports, destination.protocol(), null));
    }
}
