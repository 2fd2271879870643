package dev.belljar.app.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.policy.RuleScope;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/// Tests that a rule as it is shown and the rule as it is typed are the same.
class RuleDescriptionTest {
    @Test
    void aTypedRuleContainsAllOfItsParts() {
        Rule rule = new Rule(
                "1",
                RuleAction.ALLOW,
                new RuleMatch("*.example.org", "192.0.2.0/24", "443", "tcp", "/usr/bin/node"),
                RuleScope.PROJECT,
                Instant.parse("2027-01-31T18:00:00Z").toEpochMilli(),
                new RuleBudget(30, 5, 1L << 20),
                "a note");
        assertThat(RuleSyntax.typed(rule))
                .isEqualTo("allow *.example.org:443 tcp at 192.0.2.0/24 by /usr/bin/node"
                        + " until 2027-01-31T18:00:00Z minutes 30 connections 5 upload 1048576");
        assertThat(RuleDescription.limits(rule, ZoneOffset.UTC))
                .containsExactly(
                        "tcp",
                        "at 192.0.2.0/24",
                        "by /usr/bin/node",
                        "until 31 Jan 18:00",
                        "30 min",
                        "5 connections",
                        "1.0 MB upload");
    }

    @Test
    void aRuleForServicesOfThisComputerIsShownAsSuch() {
        Rule rule = new Rule(
                "1",
                RuleAction.ALLOW,
                new RuleMatch("host.belljar.internal", null, "5432,6379", "tcp", null),
                RuleScope.SANDBOX,
                null,
                RuleBudget.NONE,
                null);
        assertThat(RuleDescription.limits(rule, ZoneOffset.UTC))
                .containsExactly("tcp", "ports 5432, 6379 of this computer");
        assertThat(RuleSyntax.typed(rule)).isEqualTo("allow host.belljar.internal:5432,6379 tcp");
    }

    @Test
    void anIpv6AddressIsInBracketsBeforeItsPort() {
        Rule rule = new Rule(
                "1",
                RuleAction.DENY,
                new RuleMatch(null, "2001:db8::/32", "443", null, null),
                RuleScope.USER,
                null,
                RuleBudget.NONE,
                null);
        assertThat(RuleSyntax.typed(rule)).isEqualTo("deny [2001:db8::/32]:443");
        assertThat(RuleSyntax.typed("allow", "2001:db8::1", "443", false, "", ""))
                .isEqualTo("allow [2001:db8::1]:443");
        assertThat(RuleSyntax.typed("allow", "a.example", "443", true, "/bin/x", ""))
                .isEqualTo("allow a.example:443 any by /bin/x");
        assertThat(RuleSyntax.typed("allow", "a.example", "", false, "/bin/x", "1M"))
                .isEqualTo("allow a.example by /bin/x upload 1M");
    }

    @Test
    void aNameInAnotherAlphabetIsShownWithCodes() {
        Rule rule = new Rule(
                "1",
                RuleAction.ALLOW,
                new RuleMatch("p\u0430ypal.example", null, null, null, null),
                RuleScope.PROJECT,
                null,
                RuleBudget.NONE,
                null);
        assertThat(RuleDescription.target(rule)).isEqualTo("p\\x{430}ypal.example");
    }
}
