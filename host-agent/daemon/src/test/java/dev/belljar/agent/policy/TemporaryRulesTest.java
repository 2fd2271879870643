package dev.belljar.agent.policy;

import static dev.belljar.agent.policy.PoliciesFixture.tcp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.policy.RuleScope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that temporary rules hold until they are closed, are shown, and are in no file.
class TemporaryRulesTest {
    private static final List<String> RULES = List.of("allow deb.debian.org:80,443 tcp");

    @TempDir
    private Path temp;

    private PoliciesFixture at;
    private PolicySubject shop;

    @BeforeEach
    void open() throws Exception {
        at = new PoliciesFixture(temp);
        shop = at.subject("s1");
    }

    @AfterEach
    void close() {
        at.close();
    }

    private List<String> shown() {
        return at.policies.view(shop).layers().stream()
                .flatMap(layer -> layer.rules().stream())
                .map(Rule::id)
                .toList();
    }

    @Test
    void theFlowsThatOnlyTheyAllowEndWithThem() throws Exception {
        FlowDecision through;
        try (TemporaryRules.RulesInForce _ = at.policies.temporary().add(shop, "setup", RULES, "for the setup")) {
            through = at.of("s1").decide(tcp("deb.debian.org", 80));
            assertThat(through.verdict()).isEqualTo(Verdict.ALLOWED);
            assertThat(through.layer()).isEqualTo(RuleLayer.SANDBOX);
            assertThat(through.rule()).contains("sandbox rule setup_");
            assertThat(through.grant().stands()).isTrue();
            assertThat(shown()).singleElement().asString().startsWith("setup_");
        }
        assertThat(through.grant().stands()).isFalse();
        assertThat(at.of("s1").decide(tcp("deb.debian.org", 80)).verdict()).isEqualTo(Verdict.HELD);
        assertThat(shown()).isEmpty();
        assertThat(at.audited()).contains("policy");
    }

    @Test
    void theyConcernOneSandboxAndAreInNoFile() throws Exception {
        TemporaryRules.RulesInForce rules = at.policies.temporary().add(shop, "setup", RULES, "for the setup");
        assertThat(at.of("s2").decide(tcp("deb.debian.org", 80)).verdict()).isEqualTo(Verdict.HELD);
        assertThat(Files.exists(shop.folder().resolve("policy.toml"))).isFalse();
        at.restart(); // as after a crash: nothing removes them
        assertThat(at.of("s1").decide(tcp("deb.debian.org", 80)).verdict()).isEqualTo(Verdict.HELD);
        assertThat(shown()).isEmpty();
        rules.close();
    }

    @Test
    void whatIsBlockedMeanwhileIsCollected() throws Exception {
        at.of("s1").refused(tcp("before.example", 80), "too early");
        try (TemporaryRules.RulesInForce rules = at.policies.temporary().add(shop, "setup", RULES, "for the setup")) {
            at.of("s2").refused(tcp("other.example", 80), "another sandbox");
            at.of("s1").refused(tcp("a.example", 80), "first");
            at.of("s1").refused(tcp("A.example.", 443), "newest");
            assertThat(rules.blocked())
                    .containsExactly(new BlockedDestination("a.example", "newest", "allow a.example:443"));
            for (int i = 0; i < 2 * BlockedDestinations.MOST; i++) {
                at.of("s1").refused(tcp("a%d.example".formatted(i), 80), "flood");
            }
            assertThat(rules.blocked()).hasSize(BlockedDestinations.MOST);
        }
    }

    @Test
    void anEqualRuleOfTheUserStays() throws Exception {
        Rule own = at.policies.add(shop, RULES.getFirst(), RuleScope.SANDBOX);
        at.policies.temporary().add(shop, "setup", RULES, "for the setup").close();
        assertThat(shown()).containsExactly(own.id());
    }

    @Test
    void aDenialOfAnyLayerWins() throws Exception {
        at.policies.add(shop, "deny deb.debian.org", RuleScope.USER);
        try (TemporaryRules.RulesInForce _ = at.policies.temporary().add(shop, "setup", RULES, "for the setup")) {
            assertThat(at.of("s1").decide(tcp("deb.debian.org", 80)).verdict()).isEqualTo(Verdict.REFUSED);
        }
    }

    @Test
    void noneIsInForceIfOneIsNotARule() {
        List<String> texts = List.of(RULES.getFirst(), "allow");
        assertThatThrownBy(() -> at.policies.temporary().add(shop, "setup", texts, "for the setup"))
                .isInstanceOf(PolicyException.class);
        assertThat(shown()).isEmpty();
    }
}
