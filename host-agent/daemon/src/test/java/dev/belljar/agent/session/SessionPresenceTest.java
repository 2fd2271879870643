package dev.belljar.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Tests when a terminal takes its session for ended.
class SessionPresenceTest {
    private static boolean ended(List<SessionPresence> checks) {
        int misses = 0;
        for (SessionPresence check : checks) {
            misses = check.misses(misses);
            if (SessionPresence.ended(misses)) {
                return true;
            }
        }
        return false;
    }

    private static List<SessionPresence> times(int count, SessionPresence check) {
        return Stream.generate(() -> check).limit(count).toList();
    }

    @Test
    void aSessionWithoutAServerEndsAtTheSecondCheck() {
        assertThat(ended(times(1, SessionPresence.NO_SERVER))).isFalse();
        assertThat(ended(times(2, SessionPresence.NO_SERVER))).isTrue();
    }

    @Test
    void aSessionWhoseServerIsBusyStays() {
        assertThat(ended(times(9, SessionPresence.NOT_LISTED))).isFalse();
        assertThat(ended(times(10, SessionPresence.NOT_LISTED))).isTrue();
    }

    @Test
    void anAnswerStartsTheCountAgain() {
        List<SessionPresence> checks = Stream.of(
                        times(9, SessionPresence.NOT_LISTED),
                        times(1, SessionPresence.LISTED),
                        times(1, SessionPresence.NO_SERVER),
                        times(1, SessionPresence.LISTED),
                        times(9, SessionPresence.NOT_LISTED))
                .flatMap(List::stream)
                .toList();
        assertThat(ended(checks)).isFalse();
    }
}
