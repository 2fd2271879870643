package dev.belljar.agent.sync.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sync.gate.ImportRule.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests the table of risky paths.
class ImportRulesTest {
    private static final ImportRules TABLE = ImportRules.TABLE;

    @Test
    void everyPatternMatchesItsExample() {
        assertThat(TABLE.risky()).hasSizeGreaterThan(50).allSatisfy(rule -> {
            assertThat(rule.reason()).matches("[a-zA-Z].{10,}");
            assertThat(rule.patterns()).isNotEmpty().doesNotHaveDuplicates();
            for (String pattern : rule.patterns()) {
                String path = pattern.replace("*", "x");
                assertThat(rule.matches(components(example(rule.kind(), path))))
                        .as(pattern)
                        .isTrue();
                assertThat(TABLE.reason(components(example(rule.kind(), path))))
                        .as(pattern)
                        .isNotNull();
                assertThat(rule.matches(List.of("plain", "words.md"))).isFalse();
            }
        });
        assertThat(TABLE.risky().stream()
                        .mapToInt(rule -> rule.patterns().size())
                        .sum())
                .isGreaterThan(600);
    }

    @Test
    void theReasonIsThatOfTheFirstRuleThatMatches() {
        List<String> examples = TABLE.risky().stream()
                .flatMap(rule ->
                        rule.patterns().stream().map(pattern -> example(rule.kind(), pattern.replace("*", "x"))))
                .toList();
        for (int i = 0; i < examples.size(); i++) {
            for (int j = i % 11; j < examples.size(); j += 11) {
                List<String> path = components(examples.get(i) + "/" + examples.get(j));
                String first = TABLE.risky().stream()
                        .filter(rule -> rule.matches(path))
                        .findFirst()
                        .map(ImportRule::reason)
                        .orElse(null);
                assertThat(TABLE.reason(path)).as("%s", path).isEqualTo(first);
            }
        }
        assertThat(TABLE.reason(List.of("plain", "words.md"))).isNull();
    }

    @Test
    void harmlessPathsMatchNoOtherRule() {
        assertThat(TABLE.harmless()).isNotEmpty().allSatisfy(path -> {
            assertThat(TABLE.reason(components(path + "/x"))).isNull();
            assertThat(TABLE.harmless(components(path + "/x"))).isTrue();
            assertThat(TABLE.harmless(components(path + "x/y"))).isFalse();
        });
    }

    @Test
    void aStarMatchesAnyText() {
        ImportRules rules = ImportRules.parse(List.of("glob is a test of stars", "    *.config.* .*rc a*b*c*d"));
        for (String good : List.of("x.config.js", ".config.", ".rc", ".arc", "abcd", "a-b-c-d", "abbccd")) {
            assertThat(rules.reason(List.of(good))).as(good).isNotNull();
        }
        for (String bad : List.of("config.js", "x.config", "arc", ".rcx", "acbd", "abc", "abcdx")) {
            assertThat(rules.reason(List.of(bad))).as(bad).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file has a reason in words",
                "fille has a reason in words\n    a",
                "file short\n    a",
                "file has a reason in words\n    Upper",
                "file has a reason in words\n    a/b",
                "file has a reason in words\n    a*",
                "glob has a reason in words\n    a",
                "under has a reason in words\n    /a",
                "harmless has a reason in words\n    a",
                "    a"
            })
    void aTableWithAMistakeIsRefusedNamingTheLine(String text) {
        assertThatThrownBy(() -> ImportRules.parse(text.lines().toList()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("import-rules.txt, line 1");
    }

    private static String example(Kind kind, String pattern) {
        return switch (kind) {
            case FILE, GLOB -> "some/where/" + pattern;
            case FOLDER, UNDER, HARMLESS -> "some/" + pattern + "/deep/file";
            case ENDING -> "some/x" + pattern;
            case START -> "some/" + pattern + "x";
        };
    }

    private static List<String> components(String path) {
        return List.of(path.split("/"));
    }
}
