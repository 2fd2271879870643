package dev.belljar.app.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.action.SnapshotActions.AutomaticChange;
import dev.belljar.app.action.SnapshotActions.AutomaticChoices;
import dev.belljar.app.snapshots.AutomaticSnapshotsModel.AutomaticNumbers;
import dev.belljar.contract.request.storage.SetAutomaticSnapshots;
import dev.belljar.contract.sandbox.SnapshotReason;
import dev.belljar.contract.view.storage.AutomaticSnapshotSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests what the settings of automatic snapshots show, and what is sent when they are saved.
class AutomaticSnapshotsModelTest {
    private static final List<SnapshotReason> ALWAYS = AutomaticSnapshotSettings.ALWAYS;
    private static final AutomaticSnapshotSettings ALL = AutomaticSnapshotSettings.USUAL;
    private static final AutomaticSnapshotSettings OFF =
            new AutomaticSnapshotSettings(false, 10, 5, 30, ALWAYS, true, null);
    private static final AutomaticNumbers NUMBERS = new AutomaticNumbers("10", "3", "30");

    private final AutomaticSnapshotsModel model = new AutomaticSnapshotsModel();

    @Test
    void aSandboxWithoutSettingsOfItsOwnFollowsAllOthers() {
        AutomaticChoices now = new AutomaticChoices(ALL, ALL);
        assertThat(AutomaticSnapshotsModel.own(now)).isZero();
        assertThat(AutomaticSnapshotsModel.asAll(AutomaticSnapshotsModel.general(now)))
                .isEqualTo("Same as all others (On)");
        assertThat(AutomaticSnapshotsModel.numbers(ALL)).isEqualTo(NUMBERS);
        assertThat(AutomaticSnapshotsModel.own(new AutomaticChoices(OFF, ALL))).isEqualTo(2);
    }

    @Test
    void onlyWhatChangedIsSent() {
        assertThat(model.change(0, 0, NUMBERS, ALWAYS)).as("unknown").isEmpty();
        model.show(new AutomaticChoices(ALL, ALL));
        assertThat(model.change(0, 0, NUMBERS, ALWAYS)).isEmpty();
        assertThat(model.change(2, 0, NUMBERS, ALWAYS))
                .contains(new AutomaticChange(new SetAutomaticSnapshots(false, null, null, null, null), false, null));
        assertThat(model.change(0, 1, NUMBERS, ALWAYS))
                .contains(new AutomaticChange(null, false, new SetAutomaticSnapshots(false, null, null, null, null)));
        assertThat(model.change(0, 0, new AutomaticNumbers("10", " 4 ", "30"), ALWAYS))
                .contains(new AutomaticChange(null, false, new SetAutomaticSnapshots(null, null, 4, null, null)));
        assertThat(model.change(1, 0, new AutomaticNumbers("20", "3", "30"), ALWAYS))
                .contains(new AutomaticChange(new SetAutomaticSnapshots(true, 20, null, null, null), false, null));
    }

    @Test
    void occasionsAreChosenOneByOne() {
        model.show(new AutomaticChoices(ALL, ALL));
        List<SnapshotReason> two = List.of(SnapshotReason.APPROVAL, SnapshotReason.QUIET);
        assertThat(model.change(0, 0, NUMBERS, two))
                .contains(new AutomaticChange(null, false, new SetAutomaticSnapshots(null, null, null, null, two)));
        assertThat(model.change(1, 0, NUMBERS, two))
                .contains(new AutomaticChange(new SetAutomaticSnapshots(true, null, null, null, two), false, null));
        assertThat(AutomaticSnapshotsModel.complaint(NUMBERS, List.of())).isPresent();
    }

    @Test
    void theSettingsOfAllSandboxesCanApplyAgain() {
        model.show(new AutomaticChoices(OFF, ALL));
        assertThat(model.change(0, 0, NUMBERS, ALWAYS)).contains(new AutomaticChange(null, true, null));
    }

    @Test
    void numbersOutOfRangeAreNamed() {
        assertThat(AutomaticSnapshotsModel.complaint(NUMBERS, ALWAYS)).isEmpty();
        assertThat(AutomaticSnapshotsModel.complaint(new AutomaticNumbers("0", "3", "30"), ALWAYS))
                .hasValueSatisfying(words -> assertThat(words).contains("minutes from 1 to 1,440"));
        assertThat(AutomaticSnapshotsModel.complaint(new AutomaticNumbers("1", "1", "30"), ALWAYS))
                .hasValueSatisfying(words -> assertThat(words).contains("from 2 to 20"));
        assertThat(AutomaticSnapshotsModel.complaint(new AutomaticNumbers("1", "2", "x"), ALWAYS))
                .hasValueSatisfying(words -> assertThat(words).contains("seconds from 5"));
    }

    @Test
    void theReasonWhyNoneAreTakenIsShown() {
        assertThat(model.problem()).isEmpty();
        model.show(new AutomaticChoices(
                new AutomaticSnapshotSettings(false, 10, 3, 30, ALWAYS, false, "BELLJAR_AUTOMATIC_SNAPSHOTS is off"),
                ALL));
        assertThat(model.problem())
                .isEqualTo("Automatic snapshots are not being taken: BELLJAR_AUTOMATIC_SNAPSHOTS is off.");
    }
}
