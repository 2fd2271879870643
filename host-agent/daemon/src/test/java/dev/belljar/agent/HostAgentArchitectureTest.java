package dev.belljar.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.lang.ArchRule;
import dev.belljar.testing.rules.ArchitectureCheck;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Tests that the host agent follows the architecture rules, and that each of its own rules finds its planted offender.
class HostAgentArchitectureTest extends ArchitectureCheck {
    HostAgentArchitectureTest() {
        super("dev.belljar.agent", HostAgentRules::under);
    }

    @Test
    void theStaticStateRuleChecksTheTypesOfConstants() {
        ArchRule rule =
                Objects.requireNonNull(HostAgentRules.under(offenderRoot()).get("noStaticsThatHoldState"));
        assertThat(rule.evaluate(offenders()).getFailureReport().getDetails())
                .anyMatch(line -> line.contains("KeepsLauncher.LAUNCHER"))
                .anyMatch(line -> line.contains("KeepsMap.ALL"));
    }
}
