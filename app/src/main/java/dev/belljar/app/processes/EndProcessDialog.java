package dev.belljar.app.processes;

import dev.belljar.app.action.ProcessActions.ProcessSignal;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.DialogLayer;
import dev.belljar.app.ui.UiParts;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.layout.VBox;

/// Asks before a process is ended; Enter does not confirm.
final class EndProcessDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(EndProcessDialog.class);
    private static final double WIDTH = 480;

    /// `name` is the process as the table shows it, `command` its command line; `end` receives the signal.
    EndProcessDialog(DialogLayer overlay, String name, String command, Consumer<ProcessSignal> end) {
        super(overlay, WIDTH, TEXTS.get("end.title", name));
        getStyleClass().add("end-process");
        VBox box = new VBox(UiParts.prose(command, WIDTH - 2 * PADDING - 24, "mono", "m12"));
        box.getStyleClass().add("sunken-box");
        body(12, box, UiParts.prose(TEXTS.get("end.text"), WIDTH - 2 * PADDING, "muted"));
        Button kill = UiParts.button(TEXTS.get("end.force"), "flat", "danger");
        kill.getStyleClass().add("kill");
        kill.setOnAction(e -> act(end, ProcessSignal.KILL));
        UiParts.tip(kill, TEXTS.get("end.force.tip"), "");
        Button act = UiParts.button(TEXTS.get("end.act"), "danger-fill");
        act.setOnAction(e -> act(end, ProcessSignal.END));
        foot(List.of(kill), TEXTS.get("end.cancel"), act);
    }

    private void act(Consumer<ProcessSignal> end, ProcessSignal signal) {
        leave();
        end.accept(signal);
    }
}
