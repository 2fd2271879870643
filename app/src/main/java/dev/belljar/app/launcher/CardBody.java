package dev.belljar.app.launcher;

import dev.belljar.app.state.ProjectState;
import dev.belljar.app.state.WorkState;
import dev.belljar.app.ui.UiParts;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/// What stands on a card below its name, one kind for each way a sandbox can be.
sealed interface CardBody permits BrokenBody, BusyBody, RunningBody, StoppedBody {
    /// The drawing.
    Node node();

    /// Shows newer figures and what is known of its work; `now` in milliseconds since the epoch.
    void show(ProjectState project, WorkState work, long now);

    /// A figure over the word that says what it is.
    static VBox fact(Node value, String name) {
        return UiParts.column(2, value, UiParts.text(name, "fact-name"));
    }

    /// A number and its unit beside it.
    static Node amount(Label figure, Label unit) {
        return UiParts.row(4, figure, unit);
    }
}
