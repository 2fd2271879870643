package dev.belljar.app.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.environment.FetchedName;
import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.environment.TemplateState;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SetupModelTest {
    private static final LongFunction<String> TIME = millis -> "at " + millis;
    private static final SetupStatus BEGUN = SetupStatus.begun("d0", 3, 10);

    private static SetupReport report(@Nullable SetupStatus status, @Nullable String accepted) {
        return new SetupReport(status, accepted, "", true, List.of());
    }

    private static ProjectTemplate template(TemplateState state, @Nullable String detail) {
        return new ProjectTemplate(
                "4f1c",
                "/p",
                state,
                10,
                null,
                1_000_000,
                2_000_000,
                List.of("go.sum"),
                List.of("apt jq"),
                List.of(),
                detail);
    }

    @Test
    void aSandboxThatWasNotSetUpSaysSo() {
        assertThat(SetupModel.setup(report(null, "d0"), TIME))
                .isEqualTo("The accepted environment has not been set up in this sandbox.");
        assertThat(SetupModel.setup(report(null, null), TIME)).isEqualTo("Nothing to set up.");
        assertThat(SetupModel.beginWords(report(null, "d0"))).isEqualTo("Set up now");
    }

    @Test
    void aRunningSetupSaysItsStep() {
        assertThat(SetupModel.setup(report(BEGUN, "d0"), TIME)).isEqualTo("The setup has started.");
        assertThat(SetupModel.setup(report(BEGUN.at(2, "Run npm ci"), "d0"), TIME))
                .isEqualTo("Step 2 of 3: Run npm ci");
        assertThat(SetupModel.running(report(BEGUN, "d0"))).isTrue();
    }

    @Test
    void anEndedSetupSaysWhenAndWhy() {
        SetupStatus failed = BEGUN.ended(SetupState.FAILED, 20, 1, "no luck");
        assertThat(SetupModel.setup(report(failed, "d0"), TIME)).isEqualTo("Failed · at 20 · no luck");
        assertThat(SetupModel.beginWords(report(failed, "d0"))).isEqualTo("Set up again");
    }

    @Test
    void aSetupOfAnEarlierEnvironmentSaysSo() {
        SetupStatus done = BEGUN.ended(SetupState.DONE, 20, null, null);
        assertThat(SetupModel.setup(report(done, "d0"), TIME)).isEqualTo("Set up · at 20");
        assertThat(SetupModel.setup(report(done, "d1"), TIME))
                .isEqualTo("Set up · at 20. You have accepted another environment since.");
    }

    @Test
    void downloadsAreListedWithTheirSizes() {
        assertThat(SetupModel.fetched(List.of())).isEmpty();
        assertThat(SetupModel.fetched(List.of(new FetchedName("a.example", 1, 1, 9_100_000))))
                .isEqualTo("Downloaded from a.example (9.1 MB)");
    }

    @Test
    void aTemplateSaysItsStateAndWhatItContains() {
        assertThat(SetupModel.template(null, TIME)).startsWith("There is none yet.");
        assertThat(SetupModel.makeWords(null)).isEqualTo("Make template");
        ProjectTemplate ready = template(TemplateState.READY, null);
        assertThat(SetupModel.template(ready, TIME)).startsWith("Made · at 10.");
        assertThat(SetupModel.details(ready))
                .containsExactly("1.0 MB for the disk, 2.0 MB for the memory", "Made for go.sum", "Installed: apt jq");
        ProjectTemplate failed = template(TemplateState.FAILED, "the disk is full");
        assertThat(SetupModel.template(failed, TIME)).isEqualTo("It could not be made: the disk is full");
        assertThat(SetupModel.details(failed)).isEmpty();
        assertThat(SetupModel.preparing(template(TemplateState.PREPARING, null)))
                .isTrue();
    }
}
