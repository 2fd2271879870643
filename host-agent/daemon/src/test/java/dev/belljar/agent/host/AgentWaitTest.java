package dev.belljar.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AgentWaitTest {
    private final AtomicInteger steps = new AtomicInteger();

    @Test
    void theWaitEndsWithTheCondition() throws Exception {
        AgentWait.until(() -> steps.incrementAndGet() == 3);
        assertThat(steps).hasValue(3);
    }

    @Test
    void aConditionThatDoesNotComeTrueFailsTheTest() throws Exception {
        Duration little = Duration.ofMillis(20);
        assertThat(AgentWait.within(little, () -> false)).isFalse();
        assertThatThrownBy(() -> AgentWait.until(little, () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("it came true within PT0.02S");
    }

    @Test
    void aNumberSettlesOnceItStopsChanging() throws Exception {
        assertThat(AgentWait.settled(() -> Math.min(20, steps.getAndIncrement())))
                .isEqualTo(20);
    }
}
