package dev.belljar.client.house;

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

/// Tests that the client follows the architecture rules, and that each rule finds its planted offender.
class ClientArchitectureTest {
    private static final JavaClasses REAL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.belljar.client");
    private static final JavaClasses OFFENDERS = new ClassFileImporter().importPackages("offenders.client");

    static Set<String> ruleNames() {
        return ClientRules.under("dev.belljar.client").keySet();
    }

    @ParameterizedTest
    @MethodSource("ruleNames")
    void theRuleHolds(String name) {
        assertThat(rule("dev.belljar.client", name)
                        .evaluate(REAL)
                        .getFailureReport()
                        .getDetails())
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("ruleNames")
    void anOffenderIsFound(String name) {
        assertThat(rule("offenders.client", name).evaluate(OFFENDERS).hasViolation())
                .as("rule %s saw its offender", name)
                .isTrue();
    }

    @Test
    void everyPackageIsSeenAndTwoLevelsDeep() {
        Set<String> packages = REAL.stream()
                .map(c -> c.getPackageName().replaceFirst("^dev\\.belljar\\.client\\.?", ""))
                .collect(Collectors.toSet());
        assertThat(packages).containsExactlyInAnyOrder("", "bench", "command", "demo", "help");
    }

    private static ArchRule rule(String root, String name) {
        return Objects.requireNonNull(ClientRules.under(root).get(name), name);
    }
}
