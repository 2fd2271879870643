package dev.belljar.agent.policy.rule;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.text.HostServiceText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The rules of all layers of a sandbox, merged, and the preset under them.
///
/// A destination is decided in this order; layers are always taken from the widest to the narrowest:
/// 1. a layer that cannot be read refuses everything;
/// 2. what is no host name or address is refused;
/// 3. the first rule that denies it refuses it, whatever any other layer allows;
/// 4. the first rule that allows it, is not over and whose budget is not used up allows it;
/// 5. the preset decides. The most narrow layer that names one chooses it, but none more open than any
/// layer lets.
///
/// Other protocols than TLS and HTTP may use ports 443 and 8443 of a name only if one of the rules that allow
/// the connection says `any` or matches addresses only, or if the preset `open` allows it.
///
/// A rule about some HTTP requests allows the connection, and denies none; `RequestRules` decides about the requests.
///
/// A private or special address is allowed only by a rule that names it. No rule names the gateway's own
/// address, which a DNS query carries until the name is resolved. Under the preset `ask` an approval is asked
/// for whether an allowed name may lead to an address of the user's own networks, and then for its other ports,
/// but never for other special addresses. `HostServiceRules` decides about services of the host. Which of several
/// rules decides depends only on their content and the order of layers and files.
public record RuleSet(
        List<CompiledRule> rules,
        NetworkMode mode,
        String because,
        int holdSeconds,
        List<CompiledRule> registries,
        @Nullable String problem) {
    private static final String NO_RULE = RefusalReason.NO_MATCHING_RULE.phrase();
    private static final String SPECIAL = RefusalReason.SPECIAL_ADDRESS.phrase() + ": needs a rule that names it";

    public RuleSet {
        rules = List.copyOf(rules);
    }

    /// Whether any rule applies to some programs only.
    public boolean namesPrograms() {
        return rules.stream().anyMatch(rule -> rule.rule().match().process() != null);
    }

    /// Whether this is the name of a package registry, by itself and not only by its domain.
    public boolean ofRegistry(String name) {
        return registries.stream().anyMatch(rule -> rule.namesOnly(name));
    }

    /// This rule set with more rules appended, which are narrower than all others.
    public RuleSet and(List<CompiledRule> more) {
        return more.isEmpty()
                ? this
                : new RuleSet(
                        java.util.stream.Stream.concat(rules.stream(), more.stream())
                                .toList(),
                        mode,
                        because,
                        holdSeconds,
                        registries,
                        problem);
    }

    /// The verdict of the rules; `usable` is false for a rule whose budget is used up.
    public PolicyVerdict judge(
            Destination destination, @Nullable String program, long now, Predicate<CompiledRule> usable) {
        if (problem != null) {
            return PolicyVerdict.refused(
                    RefusalReason.NEVER_ALLOWED,
                    "the policy cannot be read, so all connections are blocked: " + problem,
                    RuleLayer.BUILT_IN);
        }
        boolean dns = destination.protocol().equals("dns");
        AddressRange to = AddressRange.parse(destination.address()).orElse(null);
        String asked = destination.name() == null
                ? null
                : HostName.canonical(destination.name()).orElse(null);
        if (asked == null && (dns || destination.name() != null)) {
            return PolicyVerdict.refused(RefusalReason.NEVER_ALLOWED, "not a valid host name", RuleLayer.BUILT_IN);
        }
        if (!dns && (to == null || !to.single())) {
            return PolicyVerdict.refused(RefusalReason.NEVER_ALLOWED, "not a valid address", RuleLayer.BUILT_IN);
        }
        Predicate<CompiledRule> speaks = rule -> !rule.expired(now) && rule.matches(destination, to, asked, program);
        return denied(speaks).orElseGet(() -> {
            Predicate<CompiledRule> names = dns
                    ? rule -> destination.leads() && to != null && !rule.expired(now) && rule.names(to, asked)
                    : speaks.and(usable).and(CompiledRule::namesAddress);
            if (destination.ofService() || HostServiceText.NAME.equals(asked)) {
                return new HostServiceRules(rules, mode, RuleSet::words).judge(destination, speaks, usable);
            }
            AddressRange range = dns ? null : to;
            String special = SPECIAL + ", such as " + destination.namingRule();
            PolicyVerdict plain = allowed(speaks, usable, range, names, special)
                    .orElseGet(() -> byNetworkMode(speaks, range, special));
            return asks(destination, to, asked, plain, usable, now)
                    ? PolicyVerdict.held("the name resolves to " + destination.special() + ": waiting for your answer")
                    : plain;
        });
    }

    /// True if an approval decides whether a name may lead to a private address: for an allowed DNS query if no
    /// rule names the address, for a connection if a rule allows that name at that address on other ports.
    private boolean asks(
            Destination destination,
            @Nullable AddressRange to,
            @Nullable String asked,
            PolicyVerdict plain,
            Predicate<CompiledRule> usable,
            long now) {
        if (mode != NetworkMode.ASK || to == null || !to.special() || !destination.askable()) {
            return false;
        }
        if (destination.protocol().equals("dns")) {
            return destination.leads() && plain.verdict() == Verdict.ALLOWED && !plain.named();
        }
        CompiledRule by = plain.by();
        return plain.verdict() == Verdict.REFUSED
                && (by == null || usable.test(by))
                && rules.stream().anyMatch(rule -> !rule.expired(now) && rule.places(to, asked));
    }

    /// The verdict of the first matching deny rule.
    private Optional<PolicyVerdict> denied(Predicate<CompiledRule> speaks) {
        return rules.stream()
                .filter(rule -> !rule.allows() && !rule.ofRequests())
                .filter(speaks)
                .findFirst()
                .map(rule -> PolicyVerdict.refused(RefusalReason.DENIED_BY_RULE, words(rule), rule));
    }

    /// The verdict of the first matching allow rule; `names` tests whether a rule names the address.
    private Optional<PolicyVerdict> allowed(
            Predicate<CompiledRule> speaks,
            Predicate<CompiledRule> usable,
            @Nullable AddressRange to,
            Predicate<CompiledRule> names,
            String special) {
        CompiledRule spent = null;
        CompiledRule vague = null;
        for (CompiledRule rule : rules) {
            if (!rule.allows() || !speaks.test(rule)) {
                continue;
            }
            if (!usable.test(rule)) {
                spent = rule;
            } else if (to != null && to.special() && !rule.namesAddress()) {
                vague = rule;
            } else {
                boolean exact = one(names.and(CompiledRule::namesExactly));
                boolean any = one(speaks.and(usable).and(CompiledRule::anyProtocol));
                return Optional.of(new PolicyVerdict(
                        Verdict.ALLOWED, words(rule), rule, one(names), exact, any, null, rule.layer()));
            }
        }
        if (vague != null) {
            return Optional.of(PolicyVerdict.refused(
                    RefusalReason.SPECIAL_ADDRESS,
                    special + "; the matching rule does not name it: " + words(vague),
                    vague));
        }
        // A rule whose budget is used up refuses the destination, whatever the preset is.
        return Optional.ofNullable(spent)
                .map(rule -> PolicyVerdict.refused(
                        RefusalReason.BUDGET_USED_UP,
                        "the " + RefusalReason.BUDGET_USED_UP.phrase() + ": " + words(rule),
                        rule));
    }

    /// True if an allow rule fulfils the condition.
    private boolean one(Predicate<CompiledRule> such) {
        return rules.stream().filter(CompiledRule::allows).anyMatch(such);
    }

    private PolicyVerdict byNetworkMode(Predicate<CompiledRule> speaks, @Nullable AddressRange to, String special) {
        if (to != null && to.special()) {
            return PolicyVerdict.refused(RefusalReason.SPECIAL_ADDRESS, special, RuleLayer.BUILT_IN);
        }
        return switch (mode) {
            case CLOSED ->
                PolicyVerdict.refused(RefusalReason.NO_MATCHING_RULE, "closed: " + NO_RULE, RuleLayer.NETWORK_MODE);
            case REGISTRIES ->
                registries.stream()
                        .filter(speaks)
                        .findFirst()
                        .map(rule -> PolicyVerdict.allowed(
                                RuleLayer.REGISTRIES, "package registry (mode registries): " + text(rule), false))
                        .orElseGet(() -> PolicyVerdict.refused(
                                RefusalReason.NO_MATCHING_RULE, "registries only: " + NO_RULE, RuleLayer.NETWORK_MODE));
            case ASK -> PolicyVerdict.held(NO_RULE + ": waiting for your answer");
            case OPEN -> PolicyVerdict.allowed(RuleLayer.NETWORK_MODE, "open: " + NO_RULE, true);
        };
    }

    /// This rule set with only those of its rules for which this is true.
    RuleSet only(Predicate<CompiledRule> kept) {
        return new RuleSet(rules.stream().filter(kept).toList(), mode, because, holdSeconds, registries, problem);
    }

    /// This rule set without a network mode that allows or asks.
    RuleSet closed() {
        return new RuleSet(rules, NetworkMode.CLOSED, because, holdSeconds, registries, problem);
    }

    /// The rule as decisions describe it: its words, its layer and its id.
    public static String words(CompiledRule rule) {
        Rule own = rule.rule();
        return text(rule) + " (" + own.scope().name().toLowerCase(Locale.ROOT) + " rule " + own.id() + ")";
    }

    private static String text(CompiledRule rule) {
        return RuleText.words(rule.rule());
    }
}
