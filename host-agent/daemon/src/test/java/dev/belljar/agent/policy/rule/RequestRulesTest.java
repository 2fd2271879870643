package dev.belljar.agent.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleScope;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests what rules with methods and paths decide about connections, and about the requests on them.
class RequestRulesTest {
    private static final Destination GITHUB = new Destination("tcp", "93.184.216.7", 443, "github.com");

    private static RuleSet rules(NetworkMode mode, String... words) {
        return new RuleSet(
                Arrays.stream(words).map(Words::compiled).toList(),
                mode,
                "a test",
                60,
                PackageRegistries.known(),
                null);
    }

    private static RequestRules on(Destination destination, RuleSet rules) {
        return new RequestRules(rules, destination, null, 1_000_000, rule -> true);
    }

    private static Verdict connection(Destination destination, RuleSet rules) {
        return rules.judge(destination, null, 1_000_000, rule -> true).verdict();
    }

    private static boolean allows(RuleSet rules, String method, String target) {
        return on(GITHUB, rules).refusal(method, target, false).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /acme/repo, true",
        "GET, /acme/, true",
        "GET, /acme/repo.git/info/refs?service=git-upload-pack, true",
        "GET, https://github.com/acme/repo, true",
        "GET, /acme, false",
        "GET, /acme-2/repo, false",
        "GET, /ACME/repo, false",
        "GET, /evil?/acme/, false",
        "GET, /acme/../evil, false",
        "GET, /evil/../acme/x, false",
        "GET, /evil/%2e%2e/acme/x, false",
        "GET, //acme/x, false",
        "GET, /acme//x, true",
        "GET, /acme/a%2fb, true",
        "GET, /acme%2fx, false",
        "GET, /acme/%252e%252e/evil, false",
        "POST, /acme/repo, false",
        "get, /acme/repo, false",
        "HEAD, /acme/repo, false",
        "PROPFIND, /acme/repo, false",
    })
    void anAllowRuleAllowsItsRequestsOnly(String method, String target, boolean allowed) {
        for (NetworkMode mode : new NetworkMode[] {NetworkMode.CLOSED, NetworkMode.ASK}) {
            RuleSet rules = rules(mode, "allow GET github.com/acme/*");
            assertThat(connection(GITHUB, rules)).isEqualTo(Verdict.ALLOWED);
            assertThat(on(GITHUB, rules).limitsRequests(false)).isTrue();
            assertThat(allows(rules, method, target)).isEqualTo(allowed);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /acme/x, false",
        "GET, /ACME/x, false",
        "GET, /%61cme/x, false",
        "GET, //acme/x, false",
        "GET, /evil/../acme/x, false",
        "GET, /acme%2fx, false",
        "GET, /acme/..;/x, false",
        "GET, /other, true",
        "get, /acme/x, false",
        "POST, /acme/x, true",
        "PROPFIND, /acme/x, true",
    })
    void aDenyRuleDeniesItsRequestsWhateverAllowsTheRest(String method, String target, boolean allowed) {
        for (RuleSet rules : new RuleSet[] {
            rules(NetworkMode.OPEN, "deny GET github.com/acme/*"),
            rules(NetworkMode.CLOSED, "allow github.com any", "deny GET github.com/acme/*"),
            rules(NetworkMode.CLOSED, "allow github.com/*", "deny GET github.com/acme/*"),
        }) {
            assertThat(connection(GITHUB, rules)).isEqualTo(Verdict.ALLOWED);
            assertThat(on(GITHUB, rules).limitsRequests(false)).isTrue();
            assertThat(allows(rules, method, target))
                    .as(rules.rules().toString())
                    .isEqualTo(allowed);
        }
    }

    @Test
    void aDenialIsToldFromAMissingRule() {
        RuleSet rules = rules(NetworkMode.CLOSED, "allow github.com/*", "deny POST github.com");
        assertThat(on(GITHUB, rules).refusal("POST", "/", false).map(PolicyVerdict::reason))
                .isEqualTo(Optional.of(RefusalReason.DENIED_BY_RULE));
        rules = rules(NetworkMode.CLOSED, "allow GET github.com/acme/*");
        assertThat(on(GITHUB, rules).refusal("POST", "/", false).map(PolicyVerdict::reason))
                .isEqualTo(Optional.of(RefusalReason.NO_MATCHING_RULE));
        assertThat(on(GITHUB, rules).guestWords("POST", "/", false)).isEqualTo("no rule allows this method and path");
        assertThat(on(GITHUB, rules).guestWords("GET", "/acme/x", false)).isNull();
    }

    @Test
    void aRuleAboutRequestsDoesNotTouchOtherConnections() {
        RuleSet rules = rules(NetworkMode.CLOSED, "allow GET github.com/acme/*", "deny POST github.com");
        for (Destination other : new Destination[] {
            new Destination("udp", "93.184.216.7", 443, "github.com"),
            new Destination("tcp", "93.184.216.7", 443, "gitlab.com"),
            new Destination("tcp", "93.184.216.7", 443, null),
            new Destination("icmp", "93.184.216.7", 0, "github.com"),
        }) {
            assertThat(connection(other, rules)).isEqualTo(Verdict.REFUSED);
        }
        Destination question = new Destination("dns", "10.213.0.1", 53, "github.com");
        assertThat(connection(question, rules)).isEqualTo(Verdict.ALLOWED);
        assertThat(connection(question, rules(NetworkMode.CLOSED, "allow github.com", "deny GET github.com")))
                .isEqualTo(Verdict.ALLOWED);
    }

    @ParameterizedTest
    @EnumSource
    void withoutSuchRulesEveryRequestIsAllowed(NetworkMode mode) {
        RuleSet rules = rules(mode, "allow github.com", "deny gitlab.com", "allow GET other.com/x");
        assertThat(on(GITHUB, rules).limitsRequests(false)).isFalse();
        assertThat(allows(rules, "FOO", "/acme/..;/%zz")).isTrue();
    }

    /// One rule allows the name and not its private address, the other the address and not every request.
    @Test
    void aRuleThatDoesNotNameThePrivateAddressDoesNotAllowMoreRequestsThere() {
        Destination inside = new Destination("tcp", "10.0.0.5", 443, "github.com");
        RuleSet rules = rules(NetworkMode.CLOSED, "allow github.com", "allow GET github.com/acme/* at 10.0.0.5");
        assertThat(connection(inside, rules)).isEqualTo(Verdict.ALLOWED);
        assertThat(on(inside, rules).refusal("GET", "/acme/x", false)).isEmpty();
        assertThat(on(inside, rules).refusal("POST", "/acme/x", false)).isPresent();
        assertThat(on(GITHUB, rules).refusal("POST", "/acme/x", false)).isEmpty();
    }

    @Test
    void anAnswerOfTheDeveloperIsLimitedByDenialsOnly() {
        assertThat(on(GITHUB, rules(NetworkMode.ASK, "allow GET github.com/acme/*"))
                        .limitsRequests(true))
                .isFalse();
        RuleSet denies = rules(NetworkMode.ASK, "deny POST github.com");
        assertThat(on(GITHUB, denies).refusal("POST", "/", true)).isPresent();
        assertThat(on(GITHUB, denies).refusal("GET", "/", true)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "allow GET github.com/acme/*",
                "allow GET,HEAD github.com:443/acme/*",
                "deny POST *.github.com",
                "allow github.com/a/*/c",
                "allow GET github.com:443/acme/* tcp at 10.0.0.5 by /usr/bin/git minutes 5",
            })
    void theWordsOfARuleAreReadAgain(String words) throws PolicyException {
        assertThat(RuleText.words(RuleText.parse(words, RuleScope.SANDBOX, null)))
                .isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "allow GET 192.0.2.7",
                "allow GET 192.0.2.0/24",
                "allow GET github.com/acme/* any",
                "allow GET github.com udp",
                "allow GET github.com/a?b",
                "allow GET github.com/a#b",
                "allow GET github.com/a%2fb",
                "allow GET github.com/a/../b",
                "allow GET github.com/./b",
                "allow GET github.com//b",
                "allow GET github.com/a\\b",
                "allow GET,FETCH github.com",
                "allow GET, github.com",
                "allow GET",
                "allow get github.com",
            })
    void whatIsNoRuleAboutRequestsIsRefused(String words) {
        assertThatThrownBy(() -> RuleText.parse(words, RuleScope.SANDBOX, null)).isInstanceOf(PolicyException.class);
    }

    @ParameterizedTest
    @CsvSource({"/a/*/c, /a/b/c, true", "/a/*/c, /a/b/b/c, false", "/a/*/c, /a//c, true", "/a.c, /abc, false"})
    void aStarWithinThePathIsOneSegment(String path, String target, boolean allowed) {
        assertThat(allows(rules(NetworkMode.CLOSED, "allow github.com" + path), "GET", target))
                .isEqualTo(allowed && !target.contains("//"));
    }
}
