package dev.belljar.app.terminal;

import dev.belljar.app.look.Empty;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Pseudo;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// A tab above a terminal, with the terminal it stands for.
final class TerminalTab {
    private final TerminalView view;
    private final Feed source;
    private final HBox handle;
    private final VBox body;
    private final Waiting waiting;
    private boolean answered;

    TerminalTab(String name, boolean host, TerminalView view, Feed source, Runnable open, Runnable end) {
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
        waiting = new Waiting(host ? "Starting the shell…" : "Connecting to the shell…");
        StackPane screen = new StackPane(view.node(), waiting);
        screen.setMinSize(0, 0);
        body = Parts.column(0, Parts.growing(screen));
        view.connect(source);
    }

    /// The terminal, and below it how it ended.
    VBox body() {
        return body;
    }

    /// The shell has printed something.
    void answered() {
        waiting.over();
        answered = true;
    }

    /// Says how the shell ended and offers another; what it printed stays to be read. One that never answered has
    /// nothing to be read.
    void ended(String words, Runnable again) {
        waiting.over();
        if (!answered) {
            Button retry = Parts.button(Feather.ROTATE_CW, "Try again", "primary");
            retry.setOnAction(e -> again.run());
            body.getChildren().setAll(Empty.screen(Feather.TERMINAL, "The shell did not open", words, retry));
            return;
        }
        Button open = Parts.button(Feather.TERMINAL, "Open another", "small");
        open.setOnAction(e -> again.run());
        HBox bar = Parts.row(8, Icon.of(Feather.INFO, 14, "faint"), Parts.growing(Parts.cut(words, "muted")), open);
        bar.getStyleClass().add("terminal-end");
        body.getChildren().add(bar);
        if (body.getScene() != null) {
            open.requestFocus();
        }
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
        waiting.over();
        source.close();
        view.close();
    }
}
