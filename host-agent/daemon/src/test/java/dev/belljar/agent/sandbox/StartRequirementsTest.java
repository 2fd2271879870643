package dev.belljar.agent.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.sandbox.StartRequirements.Need;
import dev.belljar.contract.sandbox.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests that a long start reports few changes, because each is stored permanently.
class StartRequirementsTest {
    private final List<Requirement> told = new ArrayList<>();
    private final StartRequirements needs = new StartRequirements(told::add);

    @Test
    void progressIsReportedOncePerPercentAndShownExactly() {
        needs.begin(Need.PROJECT, null);
        for (int piece = 1; piece <= 30_000; piece++) {
            needs.progress(Need.PROJECT, piece * 100 / 30_000, piece + " pieces");
        }
        assertThat(told).hasSize(102);
        assertThat(needs.list().getLast().detail()).isEqualTo("30000 pieces");
    }

    @Test
    void theBeginAndEndOfARequirementAreAlwaysReported() {
        needs.begin(Need.GUEST, null);
        needs.met(Need.GUEST, null);
        assertThat(told)
                .extracting(Requirement::state)
                .containsExactly(Requirement.State.WAITING, Requirement.State.MET);
    }
}
