package dev.belljar.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The host agent's code keeps the architecture rules, and each rule finds its planted offender.
class HostAgentArchitectureTest {
    private static final JavaClasses REAL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.belljar.agent");
    private static final JavaClasses OFFENDERS = new ClassFileImporter().importPackages("offenders.agent");

    static Set<String> ruleNames() {
        return HostAgentRules.under("dev.belljar.agent").keySet();
    }

    @ParameterizedTest
    @MethodSource("ruleNames")
    void theRuleHolds(String name) {
        EvaluationResult result = rule("dev.belljar.agent", name).evaluate(REAL);
        assertThat(result.getFailureReport().getDetails()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("ruleNames")
    void anOffenderIsFound(String name) {
        EvaluationResult result = rule("offenders.agent", name).evaluate(OFFENDERS);
        assertThat(result.hasViolation()).as("rule %s saw its offender", name).isTrue();
    }

    @Test
    void theStaticStateRuleChecksTheTypesOfConstants() {
        EvaluationResult result =
                rule("offenders.agent", "noStaticsThatHoldState").evaluate(OFFENDERS);
        assertThat(result.getFailureReport().getDetails())
                .anyMatch(line -> line.contains("KeepsLauncher.LAUNCHER"))
                .anyMatch(line -> line.contains("KeepsMap.ALL"));
    }

    @Test
    void theCycleRuleSeesEveryPackage() {
        Set<String> packages = REAL.stream()
                .map(c -> c.getPackageName().replaceFirst("^dev\\.belljar\\.agent\\.?", ""))
                .filter(folder -> !folder.isEmpty())
                .collect(Collectors.toSet());
        assertThat(packages)
                .contains(
                        "api",
                        "retention",
                        "branch",
                        "build",
                        "lifecycle",
                        "access",
                        "status",
                        "egress",
                        "sandbox",
                        "recording",
                        "sync",
                        "gateway",
                        "vm",
                        "guest",
                        "journal",
                        "index",
                        "catalog",
                        "image",
                        "host",
                        "policy",
                        "audit",
                        "secret",
                        "inspect",
                        "ssh")
                .contains(
                        "sync.git",
                        "sync.project",
                        "sync.repository",
                        "sync.script",
                        "sync.capture",
                        "sync.quarantine",
                        "sync.gate",
                        "sync.accept",
                        "sync.workspace")
                .contains("guest.frame", "guest.event", "guest.stream", "guest.link")
                .contains("gateway.egress", "gateway.flow", "gateway.frame", "gateway.protocol", "gateway.network")
                .contains("vm.console", "vm.qmp", "vm.launch", "vm.probe", "vm.qemu")
                .contains("policy.rule", "policy.file", "policy.approval", "inspect.http", "inspect.relay")
                .contains("api.http", "api.socket", "api.openapi");
        assertThat(packages).allMatch(folder -> folder.split("\\.").length <= 2, "packages are two levels deep");
    }

    @Test
    void theCycleRuleSeesThePackagesWithinAPackage() {
        EvaluationResult result = rule("offenders.agent", "noCycles").evaluate(OFFENDERS);
        assertThat(result.getFailureReport().getDetails())
                .anyMatch(line -> line.contains("offenders.agent.sync.gate.Lock"))
                .anyMatch(line -> line.contains("offenders.agent.index.Hen"));
    }

    private static ArchRule rule(String root, String name) {
        return Objects.requireNonNull(HostAgentRules.under(root).get(name), name);
    }
}
