package dev.belljar.app.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.policy.Action;
import dev.belljar.contract.policy.Budget;
import dev.belljar.contract.policy.Match;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.Scope;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/// A rule that is shown and a rule that is typed are the same rule.
class RuleWordsTest {
    @Test
    void nothingOfARuleIsLostWhenItIsTyped() {
        Rule rule = new Rule(
                "1",
                Action.ALLOW,
                new Match("*.example.org", "192.0.2.0/24", "443", "tcp", "/usr/bin/node"),
                Scope.PROJECT,
                Instant.parse("2027-01-31T18:00:00Z").toEpochMilli(),
                new Budget(30, 5, 1L << 20),
                "a note");
        assertThat(RuleWords.typed(rule))
                .isEqualTo("allow *.example.org:443 tcp at 192.0.2.0/24 by /usr/bin/node"
                        + " until 2027-01-31T18:00:00Z minutes 30 connections 5 upload 1048576");
        assertThat(RuleWords.limits(rule, ZoneOffset.UTC))
                .containsExactly(
                        "tcp",
                        "at 192.0.2.0/24",
                        "by /usr/bin/node",
                        "until 31 Jan 18:00",
                        "30 min",
                        "5 connections",
                        "1.0 MB up");
    }

    @Test
    void anAddressOfVersionSixStandsInBracketsBeforeItsPort() {
        Rule rule = new Rule(
                "1",
                Action.DENY,
                new Match(null, "2001:db8::/32", "443", null, null),
                Scope.USER,
                null,
                Budget.NONE,
                null);
        assertThat(RuleWords.typed(rule)).isEqualTo("deny [2001:db8::/32]:443");
        assertThat(RuleWords.typed("allow", "2001:db8::1", "443", false, "", ""))
                .isEqualTo("allow [2001:db8::1]:443");
        assertThat(RuleWords.typed("allow", "a.example", "443", true, "/bin/x", ""))
                .isEqualTo("allow a.example:443 any by /bin/x");
        assertThat(RuleWords.typed("allow", "a.example", "", false, "/bin/x", "1M"))
                .isEqualTo("allow a.example by /bin/x upload 1M");
    }

    @Test
    void aNameOfAnotherAlphabetIsSeenToBeOne() {
        Rule rule = new Rule(
                "1",
                Action.ALLOW,
                new Match("p\u0430ypal.example", null, null, null, null),
                Scope.PROJECT,
                null,
                Budget.NONE,
                null);
        assertThat(RuleWords.target(rule)).isEqualTo("p\\x{430}ypal.example");
    }
}
