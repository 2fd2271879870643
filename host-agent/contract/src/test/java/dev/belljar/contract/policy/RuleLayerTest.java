package dev.belljar.contract.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.Verdict;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests the layers of rules, and how the layer of a flow is found in journals of older versions.
class RuleLayerTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ALLOWED | allow a.example:443 tcp (sandbox rule 2c77e910) | SANDBOX",
                "ALLOWED | allow a.example (project rule 1) | PROJECT",
                "ALLOWED | allow registry.npmjs.org (user rule 1) | USER",
                "ALLOWED | allow a.example (once rule q1) | ONCE",
                "ALLOWED | package registry (mode registries): allow registry.npmjs.org | REGISTRIES",
                "ALLOWED | open: no matching rule | NETWORK_MODE",
                "HELD | no matching rule: waiting for your answer | NETWORK_MODE",
                "LOCAL | answered by the gateway | BUILT_IN",
                "REFUSED | deny a.example (organization rule 1) | ORGANIZATION",
                "REFUSED | denied by you: deny a.example (once rule 1) | ONCE",
                "REFUSED | the budget is used up: allow a.example (user rule 1) | USER",
                "REFUSED | allow a.example (user rule 1), which is no longer in force | USER",
                "REFUSED | closed: no matching rule | NETWORK_MODE",
                "REFUSED | nobody answered in time | NETWORK_MODE",
                "REFUSED | private or special address: needs a rule that names it | BUILT_IN",
                "REFUSED | not IP | BUILT_IN",
                "REFUSED | | BUILT_IN",
                "REFUSED | deny a.example (team rule 1) | ",
                "REFUSED | the budget is used up | "
            })
    void theLayerOfAnOldFlowFollowsFromItsRule(Verdict verdict, @Nullable String rule, @Nullable RuleLayer expected) {
        RefusalReason reason = verdict == Verdict.REFUSED ? RefusalReason.ofOldRule(rule) : null;
        assertThat(RuleLayer.ofOldRule(verdict, reason, rule)).isEqualTo(expected);
    }

    @Test
    void eachScopeOfRulesIsALayer() {
        assertThat(Arrays.stream(RuleScope.values()).map(RuleLayer::of))
                .containsExactlyElementsOf(Arrays.stream(RuleLayer.values())
                        .filter(RuleLayer::ofRule)
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    void aRecordedLayerCountsWhateverTheWordsOfTheRuleSay(RuleLayer layer) throws Exception {
        NetEvent event = read("deny a.example by /bin/(user rule 1)", layer.name());
        assertThat(event.layer()).isEqualTo(layer);
        assertThat(ContractJson.read(ContractJson.line(event), Event.class)).isEqualTo(event);
    }

    @Test
    void aLayerOfANewerVersionIsReadLikeAMissingOne() throws Exception {
        assertThat(read("deny a.example (project rule 1)", "team").layer()).isEqualTo(RuleLayer.PROJECT);
    }

    private static NetEvent read(String rule, String layer) throws Exception {
        return (NetEvent) ContractJson.read("""
                {"type":"net","seq":1,"ts":1,"op":"open","flow":1,"dir":"egress","proto":"tcp","src":"10.0.0.2:1",\
                "dst":"192.0.2.1:443","bytes":0,"up":0,"down":0,"packets":1,"verdict":"refused","rule":"%s",\
                "reason":"denied_by_rule","layer":"%s"}\
                """.formatted(rule, layer), Event.class);
    }
}
