package dev.belljar.app.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import dev.belljar.contract.sync.SyncState;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SyncPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests what the Sync button says.
class SyncSummaryTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            IN_SYNC  | 0 | 0 | In sync                        | false
            CHANGED  | 3 | 2 | 3 commits, 2 files             | true
            CHANGED  | 1 | 0 | 1 commit                       | true
            CHANGED  | 0 | 1 | 1 file                         | true
            CHANGED  | 0 | 0 | Changed                        | true
            WORKING  | 3 | 0 | Fetching…                      | false
            WAITING  | 3 | 2 | Waiting for review: 3 commits  | true
            WAITING  | 0 | 2 | Waiting for review: 2 files    | true
            WAITING  | 0 | 0 | Waiting for review             | true
            CONFLICT | 3 | 0 | Conflict                       | true
            UNKNOWN  | 0 | 0 | Sync                           | true
            """)
    void theStateIsSaidInWords(SyncState state, int commits, int files, String words, boolean due) {
        SyncSummary summary = SyncSummary.of(status(state, commits, files, null), WorkState.UNKNOWN);
        assertThat(summary.words()).isEqualTo(words);
        assertThat(summary.due()).isEqualTo(due);
    }

    @Test
    void untilTheHostAgentKnowsTheStateTheFetchedWorkTellsIt() {
        assertThat(SyncSummary.of(null, WorkState.UNKNOWN).words()).isEqualTo("Sync");
        assertThat(SyncSummary.of(null, work(true)).words()).isEqualTo("In sync");
        SyncStatus unknown = status(SyncState.UNKNOWN, 0, 0, null);
        assertThat(SyncSummary.of(unknown, work(false)).words()).isEqualTo("2 files");
    }

    @Test
    void theTipSaysTheModeOrWhatIsWrong() {
        assertThat(SyncSummary.of(status(SyncState.IN_SYNC, 0, 0, null), WorkState.UNKNOWN)
                        .tip())
                .isEqualTo("You have reviewed every change. Changes are fetched after 30 s without writes.");
        Problem problem = Problem.of(new ProblemCode("sync.stalled", 504), "t", "No progress for 60 s.", null);
        assertThat(SyncSummary.of(status(SyncState.CHANGED, 0, 0, problem), WorkState.UNKNOWN)
                        .tip())
                .endsWith("No progress for 60 s.");
    }

    private static SyncStatus status(SyncState state, int commits, int files, @Nullable Problem problem) {
        SyncSettings settings = new SyncSettings(SyncMode.AUTO_IDLE, 30, true, false);
        return new SyncStatus("sb-shop", settings, state, commits, files, 0, false, 1L, problem);
    }

    private static WorkState work(boolean upToDate) {
        FileDiff none = new FileDiff("a", "b", List.of(), List.of(), true);
        int files = upToDate ? 0 : 2;
        return new WorkState(
                new SyncPlan("b", "a", "belljar/shop", List.of(), files, none, none, upToDate), none, null, false);
    }
}
