package dev.belljar.agent.policy;

import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.policy.RuleScope;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/// Generates rules of every form from few names, addresses and ports, so that they overlap.
final class Words {
    private Words() {}

    static Arbitrary<Rule> rules() {
        Arbitrary<RuleMatch> matches = Combinators.combine(
                        Arbitraries.of("a.org", "*.a.org", "b.a.org", "*", "xn--p1ai.ru"),
                        Arbitraries.of("93.184.216.0/24", "93.184.216.7", "10.0.0.0/8", "0.0.0.0/0", "2001:db8::/32"),
                        Arbitraries.of("443", "80,443", "1-65535").injectNull(0.4),
                        Arbitraries.of("tcp", "udp", "any").injectNull(0.5),
                        Arbitraries.of("/usr/bin/node", "/bin/sh").injectNull(0.8),
                        Arbitraries.of(1, 2, 3))
                .as((name, address, ports, protocol, process, which) ->
                        new RuleMatch(which != 2 ? name : null, which != 1 ? address : null, ports, protocol, process));
        return Combinators.combine(
                        matches,
                        Arbitraries.of(RuleAction.class),
                        Arbitraries.of(RuleScope.SANDBOX, RuleScope.PROJECT, RuleScope.USER, RuleScope.ORGANIZATION),
                        Arbitraries.of(1_000L, 4_000_000_000_000L).injectNull(0.7),
                        budgets())
                .as((match, action, scope, expires, budget) ->
                        made(action, match, scope, expires, action == RuleAction.DENY ? RuleBudget.NONE : budget));
    }

    private static Arbitrary<RuleBudget> budgets() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 90).injectNull(0.7),
                        Arbitraries.integers().between(1, 9).injectNull(0.7),
                        Arbitraries.longs().between(1, 1L << 40).injectNull(0.7))
                .as(RuleBudget::new);
    }

    private static Rule made(
            RuleAction action,
            RuleMatch match,
            RuleScope scope,
            @org.jspecify.annotations.Nullable Long expires,
            RuleBudget budget) {
        try {
            return RuleText.checked(action, match, scope, expires, budget, null);
        } catch (PolicyException e) {
            throw new AssertionError(e);
        }
    }

    static CompiledRule compiled(Rule rule) {
        try {
            return CompiledRule.of(rule);
        } catch (PolicyException e) {
            throw new AssertionError(e);
        }
    }

    static CompiledRule compiled(String words) {
        try {
            return CompiledRule.of(RuleText.parse(words, RuleScope.SANDBOX, null));
        } catch (PolicyException e) {
            throw new AssertionError(e);
        }
    }
}
