package dev.belljar.agent.policy.rule;

import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.testing.property.Choices;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Generators;
import org.jspecify.annotations.Nullable;

/// Generates rules of every form from few names, addresses and ports, so that they overlap.
public final class Words {
    private static final Generator<@Nullable String> NAMES =
            Generators.of("a.org", "*.a.org", "b.a.org", "*", "xn--p1ai.ru");
    private static final Generator<@Nullable String> ADDRESSES =
            Generators.of("93.184.216.0/24", "93.184.216.7", "10.0.0.0/8", "0.0.0.0/0", "2001:db8::/32");
    private static final Generator<@Nullable String> PORTS =
            Generators.of("443", "80,443", "1-65535").orNull(4);
    private static final Generator<@Nullable String> PROTOCOLS =
            Generators.of("tcp", "udp", "any").orNull(5);
    private static final Generator<@Nullable String> METHODS =
            Generators.of("GET", "GET,HEAD", "DELETE").orNull(3);
    private static final Generator<@Nullable String> PATHS =
            Generators.of("/", "/acme/*", "/*", "/a/*/c", "/x+y=@:~").orNull(4);
    private static final Generator<@Nullable String> PROGRAMS =
            Generators.of("/usr/bin/node", "/bin/sh").orNull(8);
    private static final Generator<RuleAction> ACTIONS = Generators.of(RuleAction.values());
    private static final Generator<RuleScope> SCOPES =
            Generators.of(RuleScope.SANDBOX, RuleScope.PROJECT, RuleScope.USER, RuleScope.ORGANIZATION);
    private static final Generator<@Nullable Long> EXPIRES =
            Generators.of(1_000L, 4_000_000_000_000L).orNull(7);
    private static final Generator<RuleBudget> BUDGETS = choices -> new RuleBudget(
            Generators.integers(1, 90).orNull(7).next(choices),
            Generators.integers(1, 9).orNull(7).next(choices),
            Generators.longs(1, 1L << 40).orNull(7).next(choices));

    private Words() {}

    public static Generator<Rule> rules() {
        return choices -> {
            RuleMatch match = match(choices);
            RuleAction action = ACTIONS.next(choices);
            RuleScope scope = SCOPES.next(choices);
            Long expires = EXPIRES.next(choices);
            RuleBudget budget = BUDGETS.next(choices);
            return made(action, match, scope, expires, action == RuleAction.DENY ? RuleBudget.NONE : budget);
        };
    }

    private static RuleMatch match(Choices choices) {
        String name = NAMES.next(choices);
        String address = ADDRESSES.next(choices);
        String ports = PORTS.next(choices);
        String protocol = PROTOCOLS.next(choices);
        String program = PROGRAMS.next(choices);
        long which = choices.upTo(2);
        if (choices.upTo(3) == 0) {
            String path = PATHS.next(choices);
            String methods = path == null ? "GET" : METHODS.next(choices);
            boolean named = which != 2;
            return new RuleMatch(
                    named ? name : "a.org", which == 0 ? address : null, ports, null, program, methods, path);
        }
        return new RuleMatch(which == 2 ? null : name, which == 1 ? null : address, ports, protocol, program);
    }

    private static Rule made(
            RuleAction action, RuleMatch match, RuleScope scope, @Nullable Long expires, RuleBudget budget) {
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
