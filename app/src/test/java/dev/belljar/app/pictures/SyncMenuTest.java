package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.shell.Workbench;
import dev.belljar.app.theme.Theme;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import dev.belljar.contract.sync.SyncState;
import dev.belljar.contract.sync.SyncStatus;
import java.util.List;
import javafx.scene.control.CheckBox;
import javafx.scene.control.MenuButton;
import javafx.scene.control.RadioMenuItem;
import org.junit.jupiter.api.Test;

/// Tests that the Sync button shows and sets the mode of a sandbox, and that the project's choice is set apart.
class SyncMenuTest {
    private static final String MENU = "More sync actions";

    @Test
    void theMenuShowsAndSetsTheMode() {
        try (WindowHarness window = shop()) {
            window.await("the mode", b -> selected(b).equals(List.of("Fetch only when I ask")));
            window.choose(MENU, "Fetch at each commit");
            window.await("asked", b -> window.agent().requests().contains("sync mode sb-shop AUTO_COMMIT null"));
            window.agent()
                    .changeSync(new SyncStatus(
                            "sb-shop",
                            new SyncSettings(SyncMode.AUTO_IDLE, 90, true, false),
                            SyncState.WAITING,
                            4,
                            0,
                            0,
                            false,
                            1L,
                            null));
            window.awaitWords(List.of("Waiting for review: 4 commits"));
            window.await("the mode", b -> selected(b).equals(List.of("Fetch after 90 s without writes")));
        }
    }

    @Test
    void onlyTheProjectsChoiceIsSent() {
        try (WindowHarness window = shop()) {
            window.choose(MENU, "Sync settings…");
            window.await(
                    "the settings",
                    b -> b.scene().getRoot().lookup(".sync-settings-box .check-box") instanceof CheckBox box
                            && !box.isDisabled());
            window.run(() -> ((CheckBox) window.workbench().scene().getRoot().lookup(".sync-settings-box .check-box"))
                    .setSelected(true));
            window.press(".save-sync");
            window.await("asked", b -> window.agent().requests().contains("project sync null apply true"));
            assertThat(window.agent().requests()).noneMatch(request -> request.startsWith("sync mode"));
        }
    }

    private static List<String> selected(Workbench workbench) {
        return workbench.scene().getRoot().lookupAll(".menu-button").stream()
                .map(MenuButton.class::cast)
                .filter(menu -> MENU.equals(menu.getAccessibleText()))
                .flatMap(menu -> menu.getItems().stream())
                .filter(item -> item instanceof RadioMenuItem radio && radio.isSelected())
                .map(item -> item.getText())
                .toList();
    }

    private static WindowHarness shop() {
        WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT);
        window.awaitWords(List.of("shop"));
        ScreenCases.enter(window, "shop", ScreenKind.LOG);
        window.awaitWords(List.of("3 commits, 2 files"));
        return window;
    }
}
