package dev.belljar.app.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Tests what a sandbox's header leaves out step by step.
class HeadFitTest {
    @Test
    void eachStepLeavesOutOneMorePart() {
        List<Long> shown = Arrays.stream(HeadFit.values())
                .map(fit -> Stream.of(!fit.briefButtons(), fit.state(), fit.branch(), !fit.iconBadges())
                        .filter(there -> there)
                        .count())
                .toList();
        assertThat(shown).containsExactly(4L, 3L, 2L, 1L, 0L);
    }

    @Test
    void theBranchStaysLongerThanTheStateAndTheBadgesLongest() {
        assertThat(HeadFit.NO_STATE.branch()).isTrue();
        assertThat(HeadFit.NO_BRANCH.iconBadges()).isFalse();
    }
}
