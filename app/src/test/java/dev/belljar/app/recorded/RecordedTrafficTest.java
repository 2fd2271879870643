package dev.belljar.app.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.view.network.FlowRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that the recorded flows say in their fields what their rules say in words.
class RecordedTrafficTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theReasonAndTheLayerOfAFlowAreThoseOfItsRule(boolean asking) {
        assertThat(RecordedTraffic.table(asking, Long.MAX_VALUE).flows())
                .isNotEmpty()
                .allSatisfy(flow -> {
                    assertThat(flow.reason()).isEqualTo(reason(flow));
                    assertThat(flow.layer()).isEqualTo(RuleLayer.ofOldRule(flow.verdict(), flow.reason(), flow.rule()));
                });
    }

    private static @Nullable RefusalReason reason(FlowRow flow) {
        return flow.verdict() == Verdict.REFUSED ? RefusalReason.ofOldRule(flow.rule()) : null;
    }
}
