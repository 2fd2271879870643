package dev.belljar.app.terminal;

import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.Icon;
import dev.belljar.app.ui.PseudoClasses;
import dev.belljar.app.ui.StateShape;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.TerminalStarted;
import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;
import org.kordamp.ikonli.feather.Feather;

/// A tab above a terminal, with the terminal it stands for.
final class TerminalTab implements TabAttention.Watched {
    /// What follows from a tab.
    interface Acts {
        void open(TerminalTab tab);

        void end(TerminalTab tab);

        /// It waits for the person, or does not any more.
        void waits();
    }

    private final TabKind kind;
    private final TerminalView view;
    private final TerminalFeed source;
    private final HBox handle;
    private final VBox body;
    private final WaitingOverlay waiting;
    private final Label note = UiParts.text("", "faint", "s12");
    private final Label rang = UiParts.count("!");
    private final Label waits = UiParts.tag("waits", "held");
    private final TabAttention attention;
    private final ObservableValue<Boolean> seen;
    private final Subscription looks;
    private final Acts acts;
    private final HBox quiet;
    private boolean answered;
    private boolean chosen;

    /// `acts` is told when the person opens it, closes it, or it begins or ends to wait for them.
    TerminalTab(TabKind kind, String name, TerminalView view, TerminalFeed source, TabAttention attention, Acts acts) {
        this.kind = kind;
        this.view = view;
        this.source = source;
        this.attention = attention;
        this.acts = acts;
        seen = view.seen();
        looks = seen.subscribe(now -> {
            if (now) {
                attention.seen();
            }
        });
        attention.to(this);
        view.whenChanged(attention::changed);
        view.whenTyped(attention::seen);
        boolean host = kind == TabKind.HOST;
        handle = UiParts.row(8, Icon.of(kind.icon(), 14), UiParts.text(name, "tab-name"));
        if (host) {
            handle.getChildren().add(UiParts.tag("this computer", "line"));
        } else if (kind == TabKind.WATCH) {
            handle.getChildren().add(UiParts.tag("only looks", "line"));
        }
        UiParts.tip(rang, "A program in this tab rang the bell", "");
        rang.setAccessibleText("rang the bell");
        shown(rang, false);
        shown(note, false);
        waits.setGraphic(new StateShape(StateShape.Kind.HELD, 8));
        waits.setAccessibleText("a program waits for you");
        UiParts.tip(waits, "A program in this tab seems to wait for you", "");
        shown(waits, false);
        handle.getChildren().addAll(note, rang, waits);
        quiet = UiParts.row(8, new StateShape(StateShape.Kind.BUSY, 12), UiParts.text("", "muted"));
        quiet.getStyleClass().add("terminal-end");
        Button close = new Button(null, Icon.of(Feather.X, 12, "faint"));
        close.getStyleClass().addAll("flat", "tab-close");
        close.setAccessibleText("Close " + name);
        close.setOnAction(e -> acts.end(this));
        handle.getChildren().add(close);
        handle.getStyleClass().add("terminal-tab");
        handle.setAccessibleRole(AccessibleRole.TAB_ITEM);
        handle.setAccessibleText(host ? name + ", this computer" : name);
        handle.setOnMousePressed(e -> acts.open(this));
        waiting = new WaitingOverlay(kind.waiting());
        StackPane screen = new StackPane(view.node(), waiting);
        screen.setMinSize(0, 0);
        body = UiParts.column(0, UiParts.growing(screen));
        view.connect(source);
    }

    /// Whether it is a terminal of the machine, and ends with it.
    boolean ofMachine() {
        return kind != TabKind.HOST;
    }

    /// The terminal, and below it how it ended.
    VBox body() {
        return body;
    }

    /// It is on this session, kept by this.
    void attached(TerminalStarted session) {
        body.getChildren().remove(quiet);
        note.setText(FigureFormat.printable(session.by() + " · " + session.session()));
        shown(note, true);
    }

    /// It is being reached again; what it showed stays to be read.
    void lost(String why) {
        if (quiet.getChildren().getLast() instanceof Label words) {
            words.setText("Reached again as soon as it answers: " + FigureFormat.printable(why));
        }
        waiting.says("It did not answer yet, and is tried again: " + FigureFormat.printable(why));
        if (answered && !body.getChildren().contains(quiet)) {
            body.getChildren().add(quiet);
        }
    }

    /// A program rang the bell: said until the tab is looked at.
    void rang() {
        shown(rang, !chosen);
    }

    @Override
    public boolean seen() {
        return seen.getValue();
    }

    @Override
    public Optional<Boolean> asks() {
        return view.asks();
    }

    @Override
    public void waits(boolean now) {
        shown(waits, now);
        acts.waits();
    }

    /// Whether it waits for the person.
    boolean waits() {
        return waits.isVisible();
    }

    private static void shown(Label label, boolean visible) {
        label.setVisible(visible);
        label.setManaged(visible);
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
        body.getChildren().remove(quiet);
        if (!answered) {
            Button retry = UiParts.button(Feather.ROTATE_CW, "Try again", "primary");
            retry.setOnAction(e -> again.run());
            body.getChildren().setAll(EmptyState.screen(Feather.TERMINAL, "The shell did not open", words, retry));
            return;
        }
        Button open = UiParts.button(Feather.TERMINAL, "Open another", "small");
        open.setOnAction(e -> again.run());
        HBox bar =
                UiParts.row(8, Icon.of(Feather.INFO, 14, "faint"), UiParts.growing(UiParts.cut(words, "muted")), open);
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

    void choose(boolean now) {
        chosen = now;
        if (now) {
            shown(rang, false);
        }
        handle.pseudoClassStateChanged(PseudoClasses.CHOSEN, now);
    }

    void close() {
        waiting.over();
        looks.unsubscribe();
        attention.close();
        source.close();
        view.close();
    }
}
