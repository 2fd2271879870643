package dev.belljar.app.terminal;

import com.techsenger.jeditermfx.core.TtyConnector;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Pseudo;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// A tab above a terminal, with the terminal it stands for.
final class TerminalTab {
    private final TerminalView view;
    private final TtyConnector source;
    private final HBox handle;

    TerminalTab(String name, boolean host, TerminalView view, TtyConnector source, Runnable open, Runnable end) {
        this.view = view;
        this.source = source;
        handle = Parts.row(8, Icon.of(host ? Feather.HOME : Feather.TERMINAL, 14), Parts.text(name, "tab-name"));
        if (host) {
            handle.getChildren().add(Parts.tag("your machine", "line"));
        }
        Button close = new Button(null, Icon.of(Feather.X, 12, "faint"));
        close.getStyleClass().addAll("flat", "tab-close");
        close.setAccessibleText("Close " + name);
        close.setOnAction(e -> end.run());
        handle.getChildren().add(close);
        handle.getStyleClass().add("terminal-tab");
        handle.setAccessibleRole(AccessibleRole.TAB_ITEM);
        handle.setAccessibleText(host ? name + ", your machine" : name);
        handle.setOnMousePressed(e -> open.run());
        view.connect(source);
    }

    HBox handle() {
        return handle;
    }

    TerminalView view() {
        return view;
    }

    void choose(boolean chosen) {
        handle.pseudoClassStateChanged(Pseudo.CHOSEN, chosen);
    }

    void close() {
        source.close();
        view.close();
    }
}
