package dev.belljar.app.shell;

import dev.belljar.app.action.SnapshotActions;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Takes a snapshot of the sandbox, and shows its progress: *saving…*, then that it was saved.
final class SnapshotButton extends Button {
    private static final Texts TEXTS = Texts.of(SnapshotButton.class);

    private final ObservableValue<SnapshotActions.@Nullable SnapshotProgress> saving;
    private final StateShape busy = new StateShape(StateShape.ShapeKind.BUSY, 14);
    private @Nullable SandboxViewState sandbox;
    private boolean brief;
    private boolean live = true;

    SnapshotButton(ObservableValue<SnapshotActions.@Nullable SnapshotProgress> saving, Runnable act) {
        this.saving = saving;
        getStyleClass().add("snapshot-button");
        setMinWidth(USE_PREF_SIZE);
        setOnAction(e -> act.run());
        UiParts.tip(this, TEXTS.get("snapshot.tip"), "Ctrl S");
        saving.addListener((at, was, now) -> draw());
        draw();
    }

    /// `now` is false while the host agent does not answer.
    void show(SandboxViewState next, boolean now) {
        sandbox = next;
        live = now;
        draw();
    }

    /// Shows only the icon if `next`, else also the text.
    void brief(boolean next) {
        if (brief != next) {
            brief = next;
            draw();
        }
    }

    private void draw() {
        SandboxViewState shown = sandbox;
        SnapshotActions.SnapshotProgress now = saving.getValue();
        boolean own = now != null && shown != null && now.sandbox().equals(shown.id());
        boolean working = own && now.pauseMillis() < 0;
        setDisable(shown == null || !shown.running() || working || !live);
        setGraphic(working ? busy : Icon.of(own ? Feather.CHECK : Feather.CAMERA));
        String words = TEXTS.get(!own ? "snapshot.take" : working ? "snapshot.saving" : "snapshot.saved");
        setText(brief && !own ? null : words);
        setAccessibleText(words);
    }
}
