package dev.belljar.testing.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that a module follows the common rules and its own, that each of its own rules finds its planted offender
/// (those of the common rules are in this module's tests), and that the rules see every package of the module.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ArchitectureCheck {
    private final String root;
    private final Function<String, Map<String, ArchRule>> own;
    private final JavaClasses real;
    private final JavaClasses offenders;

    /// Checks the packages under `root`. The offenders are in `offenders.NAME`, where `NAME` is the last part of
    /// `root`.
    protected ArchitectureCheck(String root, Function<String, Map<String, ArchRule>> own) {
        this.root = root;
        this.own = own;
        real = new ClassFileImporter()
                .withImportOption(ArchitectureCheck::production)
                .importPackages(root);
        offenders = new ClassFileImporter().importPackages(offenderRoot());
    }

    /// The classes of the offenders.
    protected final JavaClasses offenders() {
        return offenders;
    }

    /// The root package of the offenders.
    protected final String offenderRoot() {
        return "offenders" + root.substring(root.lastIndexOf('.'));
    }

    // The tests' classes are in target/test-classes, or in target/dev/test for installers/dev.
    private static boolean production(Location location) {
        return !location.contains("/test-classes/") && !location.contains("/target/dev/test/");
    }

    Set<String> ruleNames() {
        Map<String, ArchRule> all = new LinkedHashMap<>(CommonRules.under(root));
        all.putAll(own.apply(root));
        return all.keySet();
    }

    Set<String> ownRuleNames() {
        return own.apply(root).keySet();
    }

    @ParameterizedTest
    @MethodSource("ruleNames")
    void theRuleHolds(String name) {
        ArchRule rule =
                own.apply(root).getOrDefault(name, CommonRules.under(root).get(name));
        assertThat(Objects.requireNonNull(rule, name)
                        .evaluate(real)
                        .getFailureReport()
                        .getDetails())
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("ownRuleNames")
    void anOffenderIsFound(String name) {
        ArchRule rule = Objects.requireNonNull(own.apply(offenderRoot()).get(name), name);
        assertThat(rule.evaluate(offenders).hasViolation())
                .as("rule %s saw its offender", name)
                .isTrue();
    }

    @Test
    void theRulesSeeEveryPackage() throws IOException {
        Set<String> seen = real.stream().map(type -> type.getPackageName()).collect(Collectors.toSet());
        assertThat(seen).hasSizeGreaterThan(2).containsExactlyInAnyOrderElementsOf(packages(Path.of("src/main/java")));
    }

    private static Set<String> packages(Path sources) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.getFileName().toString().endsWith("-info.java"))
                    .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
                    .collect(Collectors.toSet());
        }
    }
}
