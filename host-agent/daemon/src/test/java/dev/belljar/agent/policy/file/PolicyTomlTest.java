package dev.belljar.agent.policy.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.agent.policy.rule.RuleText;
import dev.belljar.agent.policy.rule.Words;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Property;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that policy files are parsed strictly, and that written files can be read again.
class PolicyTomlTest {
    Generator<List<Rule>> rules() {
        return Words.rules()
                .map(rule -> rule.in(RuleScope.USER))
                .list(8)
                .map(rules -> List.copyOf(rules.stream()
                        .collect(Collectors.toMap(Rule::id, rule -> rule, (first, same) -> first, LinkedHashMap::new))
                        .values()));
    }

    @Property(tries = 200)
    void writtenPoliciesReadBack(@ForAll("rules") List<Rule> rules, @ForAll String note) throws Exception {
        List<Rule> noted = rules.stream()
                .map(r -> new Rule(r.id(), r.action(), r.match(), r.scope(), r.expires(), r.budget(), clean(note)))
                .toList();
        PolicyDocument policy = new PolicyDocument(NetworkMode.ASK, NetworkMode.OPEN, 90, "/home/a \"b\"\\c", noted);
        assertThat(PolicyToml.read(PolicyToml.write(policy), RuleScope.USER)).isEqualTo(policy);
    }

    /// A note is one line of text.
    private static String clean(String note) {
        StringBuilder line = new StringBuilder();
        note.codePoints()
                .filter(c -> Character.isDefined(c) && !Character.isISOControl(c) && (c < 0xd800 || c > 0xdfff))
                .limit(100)
                .forEach(line::appendCodePoint);
        return line.toString();
    }

    @Property(tries = 300)
    void anyTextIsParsedOrRefused(@ForAll String toml) {
        try {
            PolicyToml.read(toml, RuleScope.PROJECT);
        } catch (PolicyException e) {
            assertThat(e.code()).isEqualTo(PolicyException.FILE);
        }
    }

    @Test
    void aHandWrittenPolicyIsRead() throws Exception {
        PolicyDocument policy = PolicyToml.read("""
            # mine
            preset = "registries"
            hold-seconds = 20

            [[rule]]
            allow = "*.example.org:443"
            protocol = "tcp"
            upload = "2M"   # and no more

            [[rule]]
            deny = "192.0.2.0/24"
            """, RuleScope.USER);
        assertThat(policy.preset()).isEqualTo(NetworkMode.REGISTRIES);
        assertThat(policy.holdSeconds()).isEqualTo(20);
        assertThat(policy.rules())
                .extracting(RuleText::words)
                .containsExactly("allow *.example.org:443 tcp upload 2097152", "deny 192.0.2.0/24");
        assertThat(policy.rules().getFirst().budget()).isEqualTo(new RuleBudget(null, null, 2L << 20));
    }

    @Test
    void bracketsInTextDoNotHideHowDeeplyAPolicyIsNested() {
        assertThatThrownBy(() -> PolicyToml.read("a = " + "[\"]\",".repeat(50_000), RuleScope.PROJECT))
                .isInstanceOf(PolicyException.class)
                .hasMessageContaining("line 1: nested too deeply: expected at most 16 levels");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "preset = \"opne\"|line 1: preset: expected \"closed\", \"registries\", \"ask\" or \"open\"",
                "presets = \"open\"|line 1: presets: expected one of",
                "preset = 3|line 1: preset: expected text",
                "hold-seconds = 0|line 1: hold-seconds: expected a whole number",
                "preset = open|line 1, column 10: \"open\" is neither a key nor a value: expected a key, text in"
                        + " quotes",
                "hold-seconds = 99999999999999999999|line 1: hold-seconds: expected a whole number from 1 to 3600",
                "preset = \"ask\"~preset = \"open\"|line 2, column 16: Duplicate key",
                "~rule = [~  {allow = \"a.org\"},~  {allow = \"b.org\", prots = \"443\"}~]|line 4: prots: expected one"
                        + " of",
                "rule = 7|rule: expected [[rule]] tables",
                "[[rule]]~allow = \"a.org\"~prots = \"443\"|line 3: prots: expected one of",
                "[[rule]]~allow = \"a.org\"~deny = \"b.org\"|line 1: expected either \"allow\" or \"deny\"",
                "~[[rule]]~allow = \"a..org\"|the rule at line 2: name \"a..org\"",
                "[[rule]]~allow = \"a.org\"~expires = \"later\"|line 3: expires: expected a time",
                "[[rule]]~allow = \"a.org\"~direction = \"ingress\"|line 3: direction: expected \"egress\"",
                "[[rule]]~allow = \"a.org\"~upload = \"much\"|line 3: upload: expected a number of bytes",
                "a = [[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]|line 1: nested too deeply: expected at most 16",
            })
    void errorsNameTheirLine(String toml, String problem) {
        assertThatThrownBy(() -> PolicyToml.read(toml.replace('~', '\n'), RuleScope.USER))
                .isInstanceOfSatisfying(
                        PolicyException.class, e -> assertThat(e.code()).isEqualTo(PolicyException.FILE))
                .hasMessageContaining(problem);
    }
}
