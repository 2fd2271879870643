package dev.belljar.bench;

import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import dev.belljar.testing.rules.ArchitectureCheck;
import java.util.Map;

/// Tests that the benchmarks follow the architecture rules.
class BenchArchitectureTest extends ArchitectureCheck {
    BenchArchitectureTest() {
        super("dev.belljar.bench", BenchArchitectureTest::under);
    }

    private static Map<String, ArchRule> under(String root) {
        return Map.of(
                "theRigKnowsNoBenchmark",
                ArchRuleDefinition.noClasses()
                        .that()
                        .resideInAPackage(root + ".rig..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(root + ".group..")
                        .because("each benchmark can be removed alone"));
    }
}
