package dev.belljar.app.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.FetchedName;
import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SetupModelTest {
    private static final SetupStatus BEGUN = SetupStatus.begun("d0", 3, 10);

    private static AcceptedEnvironment accepted(long time) {
        return new AcceptedEnvironment("/p", "f", "d0", time, Environment.EMPTY, List.of(), List.of());
    }

    private static SetupReport report(@Nullable SetupStatus status) {
        return new SetupReport(status, "d0", "", true, List.of());
    }

    private static List<String> lines(@Nullable SetupStatus status, long accepted, boolean runs) {
        return SetupModel.lines(report(status), accepted(accepted), runs, millis -> "at " + millis);
    }

    @Test
    void aSandboxThatWasNotSetUpSaysSo() {
        assertThat(lines(null, 5, true))
                .containsExactly("The accepted environment has not been set up in this sandbox.");
        assertThat(lines(null, 5, false)).last().isEqualTo("Start the sandbox to set it up.");
        assertThat(SetupModel.beginWords(report(null))).isEqualTo("Set up now");
    }

    @Test
    void aRunningSetupSaysItsStep() {
        assertThat(lines(BEGUN, 5, true)).containsExactly("Setup has started.");
        assertThat(lines(BEGUN.at(2, "Run npm ci"), 5, true)).containsExactly("Step 2 of 3: Run npm ci");
        assertThat(SetupModel.running(report(BEGUN))).isTrue();
    }

    @Test
    void anEndedSetupSaysWhenAndWhy() {
        SetupStatus failed = BEGUN.ended(SetupState.FAILED, 20, 1, "no luck");
        assertThat(lines(failed, 5, true)).containsExactly("Failed · at 20 · no luck");
        assertThat(lines(BEGUN.ended(SetupState.INTERRUPTED, 20, null, null), 5, true))
                .containsExactly("Interrupted · at 20");
        assertThat(SetupModel.beginWords(report(failed))).isEqualTo("Set up again");
    }

    @Test
    void aSetupBeforeTheLastDecisionSaysSo() {
        SetupStatus done = BEGUN.ended(SetupState.DONE, 20, null, null);
        assertThat(lines(done, 5, false)).containsExactly("Set up · at 20");
        assertThat(lines(done, 11, true))
                .containsExactly("Set up · at 20", "You have accepted a different environment since then.");
    }

    @Test
    void theNetworkUseIsBounded() {
        FetchedName name = new FetchedName("a.example", 1, 500_000_000, 9_100_000);
        assertThat(SetupModel.fetched(List.of(name))).isEqualTo("Network: a.example (9.1 MB received, 500.0 MB sent)");
        assertThat(SetupModel.fetched(Collections.nCopies(200, name))).endsWith(" and 190 more hosts");
    }
}
