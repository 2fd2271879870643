package dev.belljar.testing.house;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.belljar.testing.rules.CommonRules;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that each rule that holds in every module finds its planted offender.
class CommonRulesTest {
    private static final JavaClasses OFFENDERS = new ClassFileImporter().importPackages("offenders.common");
    private static final Map<String, ArchRule> RULES = CommonRules.under("offenders.common");

    static Set<String> ruleNames() {
        return RULES.keySet();
    }

    @ParameterizedTest
    @MethodSource("ruleNames")
    void anOffenderIsFound(String name) {
        ArchRule rule = Objects.requireNonNull(RULES.get(name));
        assertThat(rule.evaluate(OFFENDERS).hasViolation()).isTrue();
    }

    @Test
    void cyclesBetweenAndWithinPackagesAreFound() {
        assertThat(details(Objects.requireNonNull(RULES.get("noCycles"))))
                .hasSize(2)
                .allMatch(cycle -> cycle.contains("Cycle detected"))
                .anyMatch(cycle -> cycle.contains("offenders.common.hen.Hen"))
                .anyMatch(cycle -> cycle.contains("offenders.common.key.gate.Lock"));
    }

    @Test
    void typesThatNeedEachOtherAreFoundAsGroups() {
        assertThat(details(CommonRules.noTypeCycles("offenders.common")))
                .hasSize(3)
                .anyMatch(line -> line.contains("4 types need each other: [offenders.common.egg.Cloud, "))
                .anyMatch(line ->
                        line.contains("2 types need each other: [offenders.common.egg.Egg, offenders.common.hen.Hen]"));
    }

    @Test
    void noTypesOfThisModuleNeedEachOther() {
        JavaClasses own = new ClassFileImporter().importPackages("dev.belljar.testing");
        assertThat(CommonRules.noTypeCycles("dev.belljar.testing")
                        .evaluate(own)
                        .getFailureReport()
                        .getDetails())
                .isEmpty();
    }

    private static List<String> details(ArchRule rule) {
        return rule.evaluate(OFFENDERS).getFailureReport().getDetails();
    }

    @Test
    void aSliceRuleThatSeesTooFewSlicesFails() {
        String pattern = "offenders.common.(*)..";
        ArchRule holds = slices().matching(pattern)
                .should()
                .notDependOnEachOther()
                .ignoreDependency(DescribedPredicate.alwaysTrue(), DescribedPredicate.alwaysTrue());
        assertThat(CommonRules.sliced(pattern, 2, holds).evaluate(OFFENDERS).hasViolation())
                .isFalse();
        assertThat(details(CommonRules.sliced(pattern, 4, holds)))
                .containsExactly("expected at least 4 slices, and saw [egg, hen, key]");
    }
}
