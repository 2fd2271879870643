package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.RecordedAgent.Scenario;
import dev.belljar.app.ui.Theme;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.CheckBox;
import org.junit.jupiter.api.Test;

/// On a host where nothing was started yet the window asks about emulation once the host agent says so.
class EmulationAskedTest {
    private static final String QUESTION = "Allow sandboxes to run under emulation";

    @Test
    void addingAProjectAsksAndThenCreatesItOnce() {
        try (WindowHarness booth = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            booth.agent().refuseEmulation();
            booth.run(() -> booth.bench().add(Path.of("/home/mia/code/notes")));
            booth.awaitWords(List.of("Add notes"));
            assertThat(booth.words()).doesNotContain(QUESTION);
            booth.press(".dialog-foot .primary");
            booth.awaitWords(
                    List.of(QUESTION, "Sandboxes run under emulation on this computer", "There is no /dev/kvm."));
            assertThat(booth.agent().wishes()).noneMatch(wish -> wish.startsWith("create"));
            booth.run(() ->
                    ((CheckBox) booth.bench().scene().getRoot().lookup(".dialog-box .check-box")).setSelected(true));
            booth.press(".dialog-foot .primary");
            booth.awaitGone(QUESTION);
            assertThat(booth.agent().wishes())
                    .filteredOn(wish -> wish.startsWith("create") || wish.startsWith("accept"))
                    .containsExactly("accept emulation", "create /home/mia/code/notes");
        }
    }
}
