package dev.belljar.agent.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that rules in words are parsed as they are formatted, and that errors name the invalid part.
class RuleTextTest {
    Generator<Rule> rules() {
        return Words.rules();
    }

    @Property(tries = 300)
    void writtenRulesReadBack(@ForAll("rules") Rule rule) throws Exception {
        assertThat(RuleText.parse(RuleText.words(rule), rule.scope(), null)).isEqualTo(rule);
    }

    @Property(tries = 300)
    void anyTextIsParsedOrRefused(@ForAll String text) {
        try {
            Rule rule = RuleText.parse("allow " + text, RuleScope.SANDBOX, null);
            assertThat(RuleText.parse(RuleText.words(rule), RuleScope.SANDBOX, null))
                    .isEqualTo(rule);
        } catch (PolicyException e) {
            assertThat(e.code()).isEqualTo(PolicyException.RULE);
        }
    }

    @Test
    void everyPartOfARuleIsParsed() throws Exception {
        Rule rule = RuleText.parse(
                "allow *.Example.org:443,8000-8100 tcp at 10.0.0.0/8 by /usr/bin/node until 2027-01-31T18:00:00Z"
                        + " minutes 30 connections 5 upload 10M",
                RuleScope.USER,
                "mine");
        assertThat(rule.action()).isEqualTo(RuleAction.ALLOW);
        assertThat(rule.match())
                .isEqualTo(new RuleMatch("*.example.org", "10.0.0.0/8", "443,8000-8100", "tcp", "/usr/bin/node"));
        assertThat(rule.expires()).isEqualTo(1_801_418_400_000L);
        assertThat(rule.budget()).isEqualTo(new RuleBudget(30, 5, 10L << 20));
        assertThat(rule.scope()).isEqualTo(RuleScope.USER);
    }

    @Test
    void aRuleForAnyProtocolIsWrittenWithAny() throws Exception {
        Rule rule = RuleText.parse("allow a.org:443 any", RuleScope.USER, null);
        assertThat(rule.match()).isEqualTo(new RuleMatch("a.org", null, "443", "any", null));
        assertThat(RuleText.words(rule)).isEqualTo("allow a.org:443 any");
    }

    @Test
    void theIdOfARuleDependsOnlyOnItsContent() throws Exception {
        Rule own = RuleText.parse("deny 192.0.2.0/24", RuleScope.SANDBOX, null);
        assertThat(RuleText.parse(" deny  192.0.2.0/24 ", RuleScope.USER, "x").id())
                .isEqualTo(own.id());
        assertThat(RuleText.parse("allow 192.0.2.0/24", RuleScope.SANDBOX, null).id())
                .isNotEqualTo(own.id());
    }

    @ParameterizedTest
    @CsvSource({
        "[2001:db8::/32]:443, 2001:db8::/32, 443",
        "2001:db8::1,         2001:db8::1,",
        "192.0.2.7:53,        192.0.2.7,     53",
    })
    void ipv4AndIpv6AddressesAreParsed(String word, String address, String ports) throws Exception {
        assertThat(RuleTarget.of(word)).isEqualTo(new RuleTarget(null, address, ports, null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "permit a.org",
                "allow",
                "allow a.org:0",
                "allow a.org:65536",
                "allow a.org:443-80",
                "allow a.org:",
                "allow *org",
                "allow *.org",
                "allow a*.org",
                "allow a..org",
                "allow a.org..",
                "allow -a.org",
                "allow a%2eorg",
                "allow ä.org",
                "allow 192.0.2.1/24",
                "allow 192.0.2.0/33",
                "allow 192.0.2.256",
                "allow 192.0.02.1",
                "allow 127.1",
                "allow 0x7f.0.0.1",
                "allow 2130706433",
                "allow ::ffff:10.0.0.1",
                "allow fe80::1%eth0",
                "allow [2001:db8::1",
                "allow [2001:db8::1]x",
                "allow a.org sctp",
                "allow a.org icmp by",
                "allow a.org:443 icmp",
                "allow a.org by node",
                "allow a.org by /usr/bin/\u202edon",
                "deny a.org by /usr/bin/no\u200bde",
                "allow a.org at example.org",
                "allow 192.0.2.1 at 10.0.0.0/8",
                "allow a.org until tomorrow",
                "allow a.org minutes 0",
                "allow a.org connections -1",
                "allow a.org upload 10T",
                "allow a.org upload 99999999999999G",
                "deny a.org connections 5",
            })
    void invalidRulesAreRefused(String words) {
        assertThatThrownBy(() -> RuleText.parse(words, RuleScope.SANDBOX, null))
                .isInstanceOfSatisfying(
                        PolicyException.class, e -> assertThat(e.code()).isEqualTo(PolicyException.RULE))
                .hasMessageContaining("expected");
    }
}
