package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.Location;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.storage.StorageDialog;
import dev.belljar.app.theme.Theme;
import dev.belljar.contract.view.host.DoctorCheck;
import dev.belljar.contract.view.host.DoctorRemedy;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.CheckBox;
import org.junit.jupiter.api.Test;

/// Tests that the window asks for consent to emulation when the host agent requires it, on a host where
/// nothing was started yet.
class EmulationAskedTest {
    private static final String QUESTION = "Allow sandboxes to run under emulation";

    @Test
    void addingAProjectAsksForConsentAndCreatesItOnce() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            window.agent().refuseEmulation();
            window.run(
                    () -> window.workbench().model().open(new DialogKind.AddProject(Path.of("/home/mia/code/notes"))));
            window.awaitWords(List.of("Add notes"));
            assertThat(window.words()).doesNotContain(QUESTION);
            window.press(".dialog-foot .primary");
            window.awaitWords(
                    List.of(QUESTION, "Sandboxes run under emulation on this computer", "/dev/kvm does not exist"));
            assertThat(window.agent().requests()).noneMatch(request -> request.startsWith("create"));
            window.run(() -> ((CheckBox) window.workbench().scene().getRoot().lookup(".dialog-box .check-box"))
                    .setSelected(true));
            window.press(".dialog-foot .primary");
            window.awaitGone(QUESTION);
            assertThat(window.agent().requests())
                    .filteredOn(request -> request.startsWith("create") || request.startsWith("accept"))
                    .containsExactly("accept emulation", "create /home/mia/code/notes");
        }
    }

    @Test
    void theDoctorsButtonAcceptsEmulationWithoutACommand() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            window.agent()
                    .changeHost(host ->
                            host.with(new DoctorCheck("Acceleration: Emulated", "warn", "There is no /dev/kvm.", null)
                                    .withRemedy(DoctorRemedy.ACCEPT_EMULATION)));
            window.run(() -> window.workbench().refresh());
            window.run(() -> window.workbench().model().go(new Location.DoctorScreen()));
            window.awaitWords(List.of("Accept emulation"));
            window.press(".repair");
            window.await("the request", b -> window.agent().requests().contains("accept emulation"));
        }
    }

    @Test
    void theDoctorsButtonOpensTheStorageDialogWhenTheDiskIsFull() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            window.agent()
                    .changeHost(host -> host.with(
                            new DoctorCheck("Disk", "fail", "1 GiB free", null).withRemedy(DoctorRemedy.SHOW_STORAGE)));
            window.run(() -> window.workbench().refresh());
            window.run(() -> window.workbench().model().go(new Location.DoctorScreen()));
            window.awaitWords(List.of("1 GiB free", "Storage…"));
            window.press(".repair");
            window.await("the storage dialog", b -> b.scene().getRoot().lookup(".dialog-box") instanceof StorageDialog);
        }
    }
}
