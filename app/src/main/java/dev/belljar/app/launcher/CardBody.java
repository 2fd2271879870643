package dev.belljar.app.launcher;

import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.WorkState;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/// The content of a card below its name, one kind for each group of sandbox states.
interface CardBody {
    Node node();

    /// Shows new figures and the known work; `now` in milliseconds since the epoch.
    void show(SandboxViewState sandbox, WorkState work, long now);

    /// A figure above its name.
    static VBox fact(Node value, String name) {
        return UiParts.column(2, value, UiParts.text(name, "fact-name"));
    }

    /// A number with its unit beside it.
    static Node amount(Label figure, Label unit) {
        return UiParts.row(4, figure, unit);
    }
}
