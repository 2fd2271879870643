package dev.belljar.contract.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.belljar.testing.rules.CommonRules;
import org.junit.jupiter.api.Test;

/// Tests that no types of the contract need each other.
class ContractTypeCyclesTest {
    private static final String ROOT = "dev.belljar.contract";

    @Test
    void noTypesNeedEachOther() {
        JavaClasses contract = new ClassFileImporter().importPackages(ROOT);
        assertThat(CommonRules.noTypeCycles(ROOT)
                        .evaluate(contract)
                        .getFailureReport()
                        .getDetails())
                .isEmpty();
    }
}
