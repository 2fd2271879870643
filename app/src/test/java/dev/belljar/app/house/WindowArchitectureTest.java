package dev.belljar.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that the product follows the rules and that each rule fails on a planted offender.
class WindowArchitectureTest {
    private static final JavaClasses REAL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.belljar.app");
    private static final JavaClasses OFFENDERS = new ClassFileImporter().importPackages("offenders.app");

    static Set<String> ruleNames() {
        return WindowRules.under("dev.belljar.app").keySet();
    }

    @ParameterizedTest
    @MethodSource("ruleNames")
    void theRuleHolds(String name) {
        assertThat(rule("dev.belljar.app", name)
                        .evaluate(REAL)
                        .getFailureReport()
                        .getDetails())
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("ruleNames")
    void anOffenderIsFound(String name) {
        assertThat(rule("offenders.app", name).evaluate(OFFENDERS).hasViolation())
                .as("rule %s saw its offender", name)
                .isTrue();
    }

    @Test
    void everyPackageIsSeenAndTwoLevelsDeep() {
        Set<String> packages = REAL.stream()
                .map(c -> c.getPackageName().replaceFirst("^dev\\.belljar\\.app\\.?", ""))
                .filter(screen -> !screen.isEmpty())
                .collect(Collectors.toSet());
        assertThat(packages).containsAll(WindowRules.FEATURES).contains("shell", "ui", "action", "state");
        assertThat(packages).allMatch(screen -> !screen.contains("."), "two levels deep");
    }

    private static ArchRule rule(String root, String name) {
        return Objects.requireNonNull(WindowRules.under(root).get(name), name);
    }
}
