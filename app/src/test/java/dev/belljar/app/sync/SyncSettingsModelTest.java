package dev.belljar.app.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.action.SyncModeActions.SyncChange;
import dev.belljar.app.action.SyncModeActions.SyncChoices;
import dev.belljar.contract.request.work.SetProjectSync;
import dev.belljar.contract.request.work.SetSync;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests what the sync settings show, and what is sent when they are saved.
class SyncSettingsModelTest {
    private static final String PROJECT = "/home/mia/shop";
    private static final SyncSettings MANUAL = SyncSettings.USUAL;
    private static final int AS_PROJECT = 0;
    private static final int COMMIT = 2;
    private static final int IDLE = 3;

    private final SyncSettingsModel model = new SyncSettingsModel(PROJECT);

    @Test
    void aSandboxWithoutItsOwnModeFollowsTheProject() {
        SyncChoices now = new SyncChoices(MANUAL, MANUAL);
        assertThat(SyncSettingsModel.own(now)).isEqualTo(AS_PROJECT);
        assertThat(SyncSettingsModel.asProject(SyncSettingsModel.general(now)))
                .isEqualTo("Same as the project (Manual)");
        assertThat(SyncSettingsModel.seconds(now)).isEqualTo("30");
        SyncSettings own = new SyncSettings(SyncMode.AUTO_IDLE, 60, true, false);
        assertThat(SyncSettingsModel.own(new SyncChoices(own, MANUAL))).isEqualTo(IDLE);
    }

    @Test
    void onlyWhatChangedIsSent() {
        model.show(new SyncChoices(MANUAL, MANUAL));
        assertThat(model.change(AS_PROJECT, 0, "30", false)).isEmpty();
        assertThat(model.change(COMMIT, 0, "30", false))
                .contains(new SyncChange(new SetSync(SyncMode.AUTO_COMMIT, null), false, null));
        assertThat(model.change(IDLE, 0, "90", false))
                .contains(new SyncChange(new SetSync(SyncMode.AUTO_IDLE, 90), false, null));
        assertThat(model.change(AS_PROJECT, 2, "90", true))
                .contains(new SyncChange(null, false, new SetProjectSync(PROJECT, SyncMode.AUTO_IDLE, 90, true)));
        assertThat(model.change(AS_PROJECT, 0, "90", true))
                .contains(new SyncChange(null, false, new SetProjectSync(PROJECT, null, null, true)));
    }

    @Test
    void theModeOfTheProjectIsChosenAgain() {
        model.show(new SyncChoices(new SyncSettings(SyncMode.AUTO_COMMIT, 30, true, false), MANUAL));
        assertThat(model.change(AS_PROJECT, 0, "30", false)).contains(new SyncChange(null, true, null));
        assertThat(model.change(COMMIT, 0, "30", false)).isEmpty();
    }

    @Test
    void nothingIsSentBeforeTheSettingsAreKnown() {
        assertThat(model.known()).isFalse();
        assertThat(model.change(COMMIT, 0, "30", true)).isEmpty();
    }

    @Test
    void theTimeMattersOnlyInTheModeThatWaitsForIt() {
        assertThat(SyncSettingsModel.idle(IDLE, 0)).isTrue();
        assertThat(SyncSettingsModel.idle(AS_PROJECT, 2)).isTrue();
        assertThat(SyncSettingsModel.idle(COMMIT, 2)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "1.5", "86401", "99999999999", "ten"})
    void whatIsNoTimeIsRefused(String seconds) {
        assertThat(SyncSettingsModel.complaint(seconds))
                .hasValueSatisfying(words -> assertThat(words).contains("86,400"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", " 30 ", "86400"})
    void aTimeIsAccepted(String seconds) {
        assertThat(SyncSettingsModel.complaint(seconds)).isEmpty();
    }
}
