package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.sync.repository.RecentResults;
import org.junit.jupiter.api.Test;

/// Tests that results are kept as long as they fit, and the ones that were used longest ago are forgotten.
class RecentResultsTest {
    private final RecentResults<String, String> recent = new RecentResults<>(10);

    @Test
    void whatWasUsedLongestAgoIsForgotten() {
        recent.put("a", "1", 4);
        recent.put("b", "2", 4);
        assertThat(recent.get("a")).contains("1");
        recent.put("c", "3", 4);
        assertThat(recent.get("b")).isEmpty();
        assertThat(recent.get("a")).contains("1");
        assertThat(recent.get("c")).contains("3");
    }

    @Test
    void aResultThatIsTooLargeIsNotKept() {
        recent.put("a", "1", 4);
        recent.put("b", "2", 11);
        assertThat(recent.get("b")).isEmpty();
        assertThat(recent.get("a")).contains("1");
    }

    @Test
    void aNewerResultTakesThePlaceOfTheOneBefore() {
        recent.put("a", "1", 6);
        recent.put("a", "2", 6);
        recent.put("b", "3", 4);
        assertThat(recent.get("a")).contains("2");
        assertThat(recent.get("b")).contains("3");
    }
}
