package dev.belljar.agent.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.SendingProcess;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Generators;
import dev.belljar.testing.property.Property;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests how rules are merged: deny wins, special addresses must be named, the preset decides last.
class RuleSetTest {
    private static final long NOW = 1_000_000;

    Generator<List<Rule>> rules() {
        return Words.rules().list(10);
    }

    Generator<Rule> rule() {
        return Words.rules();
    }

    Generator<Destination> destinations() {
        Generator<String> protocols = Generators.of("tcp", "udp", "icmp", "dns");
        Generator<String> addresses =
                Generators.of("93.184.216.7", "93.184.216.8", "10.0.0.1", "8.8.8.8", "2001:db8::1");
        Generator<Integer> ports = Generators.of(443, 80, 22);
        Generator<@Nullable String> names = Generators.of("a.org", "b.a.org", "c.b.a.org", "B.A.ORG.", "evil.com")
                .orNull(4);
        return choices -> {
            String protocol = protocols.next(choices);
            String address = addresses.next(choices);
            int port = ports.next(choices);
            String name = names.next(choices);
            return new Destination(
                    protocol,
                    address,
                    protocol.equals("icmp") ? 0 : port,
                    protocol.equals("dns") && name == null ? "a.org" : name);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "tcp,  10.0.0.5,    5432, db.example",
        "tcp,  10.0.0.5,    5432,",
        "udp,  2001:db8::1, 53,",
        "icmp, 192.168.1.1, 0,",
    })
    void aRefusalOfASpecialAddressQuotesARuleThatAllowsIt(
            String protocol, String address, int port, @Nullable String name) {
        Destination destination = new Destination(protocol, address, port, name);
        CompiledRule vague = Words.compiled("allow *");
        for (List<CompiledRule> rules : List.of(List.<CompiledRule>of(), List.of(vague))) {
            RuleSet before = new RuleSet(rules, NetworkMode.OPEN, "a test", 60, PackageRegistries.known(), null);
            PolicyVerdict refused = judge(before, destination);
            assertThat(refused.verdict()).isEqualTo(Verdict.REFUSED);
            // The rule matches names only.
            boolean ruled = !rules.isEmpty() && name != null;
            assertThat(refused.layer()).isEqualTo(ruled ? RuleLayer.SANDBOX : RuleLayer.BUILT_IN);
            CompiledRule told = Words.compiled(refused.words().split("`")[1]);
            assertThat(judge(before.and(List.of(told)), destination).verdict()).isEqualTo(Verdict.ALLOWED);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "allow a.org:443, false",
        "allow a.org:443 tcp, false",
        "allow *:443, false",
        "allow a.org at 93.184.216.7, false",
        "allow a.org:443 any, true",
        "allow * any, true",
        "allow 93.184.216.0/24, true",
        "deny b.org any, false",
    })
    void onlyAnyRulesAndAddressRulesAllowAnyProtocol(String rule, boolean any) {
        Destination destination = new Destination("tcp", "93.184.216.7", 443, "a.org");
        // Another rule that also allows the destination does not change the result.
        List<CompiledRule> rules = List.of(Words.compiled("allow a.org"), Words.compiled(rule));
        for (NetworkMode mode : NetworkMode.values()) {
            PolicyVerdict verdict =
                    judge(new RuleSet(rules, mode, "a test", 60, PackageRegistries.known(), null), destination);
            assertThat(verdict.verdict()).isEqualTo(Verdict.ALLOWED);
            assertThat(verdict.any()).isEqualTo(any);
        }
    }

    @ParameterizedTest
    @EnumSource(NetworkMode.class)
    void onlyTheOpenPresetAllowsAnyProtocol(NetworkMode mode) {
        Destination registry = new Destination("tcp", "93.184.216.7", 443, "registry.npmjs.org");
        assertThat(judge(set(mode, List.of()), registry).any()).isEqualTo(mode == NetworkMode.OPEN);
    }

    private static RuleSet set(NetworkMode mode, List<Rule> rules) {
        return new RuleSet(
                rules.stream().map(Words::compiled).toList(), mode, "a test", 60, PackageRegistries.known(), null);
    }

    private static PolicyVerdict judge(RuleSet rules, Destination destination) {
        return rules.judge(destination, destination.program(), NOW, rule -> true);
    }

    @Property
    void anAddedDenialNeverOpensAnything(
            @ForAll("rules") List<Rule> rules,
            @ForAll("rule") Rule more,
            @ForAll NetworkMode mode,
            @ForAll("destinations") Destination destination) {
        Rule denial = new Rule("d", RuleAction.DENY, more.match(), more.scope(), more.expires(), more.budget(), null);
        Verdict before = judge(set(mode, rules), destination).verdict();
        Verdict after = judge(
                        set(
                                mode,
                                Stream.concat(rules.stream(), Stream.of(denial)).toList()),
                        destination)
                .verdict();
        assertThat(after).isIn(before, Verdict.REFUSED);
    }

    @Property
    void anAddedPermissionNeverClosesAnything(
            @ForAll("rules") List<Rule> rules,
            @ForAll("rule") Rule more,
            @ForAll("destinations") Destination destination) {
        Rule permission =
                new Rule("p", RuleAction.ALLOW, more.match(), more.scope(), more.expires(), more.budget(), null);
        Verdict before = judge(set(NetworkMode.CLOSED, rules), destination).verdict();
        Verdict after = judge(
                        set(
                                NetworkMode.CLOSED,
                                Stream.concat(rules.stream(), Stream.of(permission))
                                        .toList()),
                        destination)
                .verdict();
        assertThat(after).isIn(before, Verdict.ALLOWED);
    }

    @Property
    void theVerdictDoesNotDependOnTheOrderOfRules(
            @ForAll("rules") List<Rule> rules,
            @ForAll NetworkMode mode,
            @ForAll("destinations") Destination destination,
            @ForAll Random random) {
        List<Rule> shuffled = new ArrayList<>(rules);
        Collections.shuffle(shuffled, random);
        assertThat(judge(set(mode, shuffled), destination).verdict())
                .isEqualTo(judge(set(mode, rules), destination).verdict());
    }

    @Property
    void anAllowedDestinationIsDecidedByAnAllowRule(
            @ForAll("rules") List<Rule> rules, @ForAll("destinations") Destination destination) {
        PolicyVerdict verdict = judge(set(NetworkMode.CLOSED, rules), destination);
        CompiledRule by = verdict.by();
        if (verdict.verdict() == Verdict.ALLOWED) {
            assertThat(by).isNotNull();
            assertThat(by.allows()).isTrue();
            assertThat(verdict.words()).contains(by.rule().id());
        }
        if (by != null && !by.allows()) {
            assertThat(verdict.verdict()).isEqualTo(Verdict.REFUSED);
        }
    }

    @Property
    void noPresetOpensASpecialAddress(@ForAll NetworkMode mode) {
        for (String address : List.of("10.0.0.1", "127.0.0.1", "169.254.169.254", "192.168.0.1", "::1", "fd00::1")) {
            PolicyVerdict verdict = judge(set(mode, List.of()), new Destination("tcp", address, 443, "deb.debian.org"));
            assertThat(verdict.verdict()).as(address).isEqualTo(Verdict.REFUSED);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "allow a.org                       |dns|10.0.0.5       |HELD",
                "allow *                           |dns|10.0.0.5       |HELD",
                "allow a.org at 10.0.0.5           |dns|10.0.0.5       |ALLOWED",
                "allow a.org at 10.0.0.5           |dns|10.0.0.6       |HELD",
                "allow a.org:80,443 tcp at 10.0.0.5|tcp|10.0.0.5       |ALLOWED",
                "allow a.org:80,443 tcp at 10.0.0.5|tcp|10.0.0.6       |REFUSED",
                "allow a.org:8080 tcp at 10.0.0.5  |tcp|10.0.0.5       |HELD",
                "allow b.org:8080 tcp at 10.0.0.5  |tcp|10.0.0.5       |REFUSED",
                "allow a.org                       |tcp|10.0.0.5       |REFUSED",
                "allow a.org                       |dns|127.0.0.1      |ALLOWED",
                "allow a.org                       |dns|169.254.169.254|ALLOWED",
                "allow a.org                       |dns|100.100.100.200|ALLOWED",
                "deny a.org at 10.0.0.5            |dns|10.0.0.5       |REFUSED",
                "deny 10.0.0.0/8                   |dns|10.0.0.5       |REFUSED",
                "deny 10.0.0.0/8                   |dns|10.213.0.1     |HELD"
            })
    void namesWithPrivateAddressesAreHeldOnlyUnderAsk(String rule, String protocol, String address, Verdict underAsk) {
        for (NetworkMode mode : NetworkMode.values()) {
            RuleSet rules =
                    new RuleSet(List.of(Words.compiled(rule)), mode, "a test", 60, PackageRegistries.known(), null);
            PolicyVerdict verdict = judge(rules, new Destination(protocol, address, 443, "a.org"));
            if (mode == NetworkMode.ASK) {
                assertThat(verdict.verdict()).isEqualTo(underAsk);
            } else {
                assertThat(verdict.verdict()).isNotEqualTo(Verdict.HELD);
            }
            // Only a rule that names the address opens it, whatever the verdict on the name is.
            assertThat(verdict.named()).isEqualTo(underAsk == Verdict.ALLOWED && rule.contains(" at "));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "registry.npmjs.org,   true",
        "x.registry.npmjs.org, false",
        "npmjs.org,            false",
        "evil.example,         false"
    })
    void onlyTheExactNameOfARegistryIsWellKnown(String name, boolean known) {
        List<CompiledRule> rules = List.of(Words.compiled("allow evil.example"));
        RuleSet set = new RuleSet(rules, NetworkMode.ASK, "a test", 60, PackageRegistries.known(), null);
        assertThat(set.ofRegistry(name)).isEqualTo(known);
    }

    @ParameterizedTest
    @CsvSource({
        "allow 10.0.0.0/8,          false",
        "allow a.org at 10.0.0.0/8, false",
        "allow 10.0.0.5:5432,       true",
        "allow 10.0.0.5/32,         true",
        "allow 10.213.0.1,          false",
        "allow a.org at 10.213.0.1, false"
    })
    void noRuleNamesTheGatewaysAddressInADnsQuery(String rule, boolean exact) {
        List<CompiledRule> rules = List.of(Words.compiled("allow a.org"), Words.compiled(rule));
        RuleSet set = new RuleSet(rules, NetworkMode.CLOSED, "a test", 60, PackageRegistries.known(), null);
        PolicyVerdict unknown = judge(set, new Destination("dns", "10.213.0.1", 53, "a.org"));
        assertThat(unknown.verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(unknown.named()).isFalse();
        PolicyVerdict there = judge(set, new Destination("dns", "10.0.0.5", 53, "a.org"));
        assertThat(there.named()).isEqualTo(!rule.contains("10.213"));
        assertThat(there.exact()).isEqualTo(exact);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "allow a.org:443               |tcp|93.184.216.7|443|a.org  |ALLOWED",
                "allow a.org:443               |tcp|93.184.216.7|443|A.ORG. |ALLOWED",
                "allow a.org:443               |tcp|93.184.216.7|80 |a.org  |REFUSED",
                "allow a.org:443               |tcp|93.184.216.7|443|b.a.org|REFUSED",
                "allow a.org:443               |tcp|93.184.216.7|443|-      |REFUSED",
                "allow a.org:443               |dns|10.0.0.1 |53 |a.org  |ALLOWED",
                "allow *.a.org                 |tcp|93.184.216.7|443|a.org  |REFUSED",
                "allow *.a.org                 |tcp|93.184.216.7|443|b.a.org|ALLOWED",
                "allow *.a.org                 |tcp|93.184.216.7|443|xa.org |REFUSED",
                "allow *.a.org                 |dns|10.0.0.1 |53 |c.b.a.org|ALLOWED",
                "allow a.org dns               |tcp|93.184.216.7|443|a.org  |REFUSED",
                "allow a.org dns               |dns|10.0.0.1 |53 |a.org  |ALLOWED",
                "allow 93.184.216.0/24            |tcp|93.184.216.7|443|-      |ALLOWED",
                "allow 93.184.216.0/24            |tcp|93.184.216.7|443|a.org  |ALLOWED",
                "allow 93.184.216.0/24            |icmp|93.184.216.7|0 |-      |ALLOWED",
                "allow 93.184.216.0/24:443        |icmp|93.184.216.7|0 |-      |REFUSED",
                "allow 93.184.216.0/24            |dns|93.184.216.7|53 |a.org  |REFUSED",
                "allow a.org by /usr/bin/node  |tcp|93.184.216.7|443|a.org  |REFUSED",
                "allow a.org                   |tcp|10.0.0.1 |443|a.org  |REFUSED",
                "allow a.org at 10.0.0.0/8     |tcp|10.0.0.1 |443|a.org  |ALLOWED",
                "allow 10.0.0.1:443            |tcp|10.0.0.1 |443|-      |ALLOWED",
                "allow 0.0.0.0/0               |tcp|10.0.0.1 |443|-      |REFUSED",
                "allow *                       |tcp|93.184.216.7|443|-      |REFUSED",
                "allow *                       |tcp|93.184.216.7|443|a.org  |ALLOWED",
                "allow *                       |dns|10.0.0.1 |53 |a\u0000.org|REFUSED",
                "allow *                       |dns|10.0.0.1 |53 |a%00.org|REFUSED",
                "allow *                       |tcp|93.184.216.7|443|a.org..|REFUSED",
                "allow *                       |tcp|0300.0.0.1|443|a.org |REFUSED",
                "allow a.org until 1970-01-01T00:00:01Z|tcp|93.184.216.7|443|a.org|REFUSED",
            })
    void aSingleRuleOverridesTheClosedPreset(
            String rule, String protocol, String address, int port, @Nullable String name, Verdict verdict) {
        RuleSet rules = new RuleSet(List.of(Words.compiled(rule)), NetworkMode.CLOSED, "", 60, List.of(), null);
        assertThat(judge(rules, new Destination(protocol, address, port, name)).verdict())
                .isEqualTo(verdict);
    }

    private static Destination by(@Nullable String program) {
        SendingProcess sender = program == null ? null : new SendingProcess(7, 1, "name", program, List.of(), List::of);
        return new Destination("tcp", "93.184.216.7", 443, "a.org", sender);
    }

    @Test
    void aRuleForOneProgramAllowsNoOther() {
        RuleSet rules = new RuleSet(
                List.of(Words.compiled("allow a.org by /usr/bin/curl")), NetworkMode.ASK, "", 60, List.of(), null);
        assertThat(rules.namesPrograms()).isTrue();
        assertThat(judge(rules, by("/usr/bin/curl")).verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(judge(rules, by("/usr/bin/python3.11")).verdict()).isEqualTo(Verdict.HELD);
        assertThat(judge(rules, by(null)).verdict()).isEqualTo(Verdict.HELD);
    }

    @Test
    void anUnknownProgramDoesNotBypassADenialOfAProgram() {
        RuleSet rules = new RuleSet(
                List.of(Words.compiled("deny a.org by /usr/bin/curl"), Words.compiled("allow a.org")),
                NetworkMode.CLOSED,
                "",
                60,
                List.of(),
                null);
        assertThat(judge(rules, by("/usr/bin/curl")).verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(judge(rules, by(null)).verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(judge(rules, by("/usr/bin/node")).verdict()).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void aDenialOfSomePortsDoesNotHideTheName() {
        RuleSet rules = new RuleSet(
                List.of(Words.compiled("deny a.org:25"), Words.compiled("allow a.org")),
                NetworkMode.CLOSED,
                "",
                60,
                List.of(),
                null);
        assertThat(judge(rules, new Destination("dns", "10.0.0.1", 53, "a.org")).verdict())
                .isEqualTo(Verdict.ALLOWED);
        assertThat(judge(rules, new Destination("tcp", "93.184.216.7", 25, "a.org"))
                        .verdict())
                .isEqualTo(Verdict.REFUSED);
    }

    @ParameterizedTest
    @EnumSource(NetworkMode.class)
    void thePresetDecidesWithoutAMatchingRule(NetworkMode mode) {
        RuleSet rules = set(mode, List.of());
        Verdict other = judge(rules, new Destination("tcp", "93.184.216.7", 443, "a.org"))
                .verdict();
        Verdict registry = judge(rules, new Destination("tcp", "93.184.216.7", 443, "registry.npmjs.org"))
                .verdict();
        assertThat(List.of(other, registry))
                .isEqualTo(
                        switch (mode) {
                            case CLOSED -> List.of(Verdict.REFUSED, Verdict.REFUSED);
                            case REGISTRIES -> List.of(Verdict.REFUSED, Verdict.ALLOWED);
                            case ASK -> List.of(Verdict.HELD, Verdict.HELD);
                            case OPEN -> List.of(Verdict.ALLOWED, Verdict.ALLOWED);
                        });
    }

    @Test
    void anUnreadableLayerRefusesEverything() {
        RuleSet rules =
                new RuleSet(List.of(Words.compiled("allow *")), NetworkMode.OPEN, "", 60, List.of(), "line 3: no");
        PolicyVerdict verdict = judge(rules, new Destination("tcp", "93.184.216.7", 443, "a.org"));
        assertThat(verdict.verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(verdict.words()).contains("line 3: no");
    }
}
