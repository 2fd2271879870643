package dev.belljar.agent.policy.rule;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What rules decide about the HTTP requests on a connection that they allow.
///
/// A rule with a method or a path allows the connection, but only its own requests on it; such a rule that denies
/// leaves the connection alone, and denies its requests, whatever other rules allow. Without such rules, every request
/// on an allowed connection is allowed. `usable` is false for a rule whose budget is used up.
public record RequestRules(
        RuleSet rules, Destination destination, @Nullable String program, long now, Predicate<CompiledRule> usable) {
    /// Whether some requests on the connection may not be allowed, so that it must be inspected. With `granted`, the
    /// connection was allowed by the developer's answer, which is in no rule, and only denials count.
    public boolean limitsRequests(boolean granted) {
        return rules.rules().stream().anyMatch(CompiledRule::ofRequests)
                && (denials().findAny().isPresent() || (!granted && !allowConnection(connectionRules())));
    }

    /// The refusal of a request with this method and target; empty if it is allowed.
    public Optional<PolicyVerdict> refusal(String method, String target, boolean granted) {
        if (!limitsRequests(granted)) {
            return Optional.empty();
        }
        Set<String> readings = RequestPath.readings(target);
        if (readings.isEmpty()) {
            return Optional.of(PolicyVerdict.refused(
                    RefusalReason.NEVER_ALLOWED,
                    "its path can be read in several ways, and rules tell paths apart here",
                    RuleLayer.BUILT_IN));
        }
        Optional<CompiledRule> denial = denials()
                .filter(rule -> readings.stream().anyMatch(path -> pattern(rule).denies(method, path)))
                .findFirst();
        if (denial.isPresent()) {
            return denial.map(rule -> PolicyVerdict.refused(RefusalReason.DENIED_BY_RULE, RuleSet.words(rule), rule));
        }
        boolean allowed = granted
                || allowConnection(connectionRules())
                || readings.stream().allMatch(path -> allowed(method, path));
        return allowed
                ? Optional.empty()
                : Optional.of(PolicyVerdict.refused(
                        RefusalReason.NO_MATCHING_RULE,
                        RefusalReason.NO_MATCHING_RULE.phrase(),
                        RuleLayer.NETWORK_MODE));
    }

    /// Why a request is refused, in words for the guest, which are not those of a rule; null if it is allowed.
    public @Nullable String guestWords(String method, String target, boolean granted) {
        PolicyVerdict refusal = refusal(method, target, granted).orElse(null);
        if (refusal == null) {
            return null;
        }
        return refusal.reason() == RefusalReason.DENIED_BY_RULE
                ? "a rule denies this method and path"
                : refusal.reason() == RefusalReason.NO_MATCHING_RULE
                        ? "no rule allows this method and path"
                        : refusal.words();
    }

    private static RequestPattern pattern(CompiledRule rule) {
        RequestPattern request = rule.request();
        if (request == null) {
            throw new IllegalArgumentException("not a rule about requests");
        }
        return request;
    }

    private Stream<CompiledRule> denials() {
        return rules.rules().stream()
                .filter(rule -> !rule.allows() && rule.ofRequests() && !rule.expired(now))
                .filter(rule -> rule.matches(
                        destination,
                        AddressRange.parse(destination.address()).orElse(null),
                        destination.name() == null
                                ? null
                                : HostName.canonical(destination.name()).orElse(null),
                        program));
    }

    /// The rules without those that are about some requests only.
    private RuleSet connectionRules() {
        return rules.only(rule -> !rule.ofRequests());
    }

    /// Whether these rules alone allow the connection as far as all do: also its address, if that is not public.
    private boolean allowConnection(RuleSet some) {
        PolicyVerdict all = judge(rules);
        PolicyVerdict these = judge(some);
        return these.verdict() == Verdict.ALLOWED && (these.named() || !all.named()) && (these.exact() || !all.exact());
    }

    private PolicyVerdict judge(RuleSet some) {
        return some.judge(destination, program, now, usable);
    }

    private boolean allowed(String method, String path) {
        return allowConnection(rules.only(rule ->
                        rule.ofRequests() && rule.allows() && pattern(rule).allows(method, path))
                .closed());
    }
}
