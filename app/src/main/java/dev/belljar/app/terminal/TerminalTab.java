package dev.belljar.app.terminal;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.session.TerminalFeed;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.session.TerminalStarted;
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

/// A tab, its handle in the tab strip and its terminal.
final class TerminalTab implements TabAttention.WatchedTab {
    private static final Texts TEXTS = Texts.of(TerminalTab.class);

    /// Actions on a tab.
    interface TabActions {
        void open(TerminalTab tab);

        void end(TerminalTab tab);

        /// The tab begins or ends to wait for the user.
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
    private final Label waits = UiParts.tag(TEXTS.get("tab.waits"), "held");
    private final TabAttention attention;
    private final ObservableValue<Boolean> seen;
    private final Subscription looks;
    private final TabActions actions;
    private final HBox quiet;
    private boolean answered;
    private boolean chosen;

    /// `actions` is called when the user opens or closes the tab, and when it begins or ends to wait for them.
    TerminalTab(
            TabKind kind,
            String name,
            TerminalView view,
            TerminalFeed source,
            TabAttention attention,
            TabActions actions) {
        this.kind = kind;
        this.view = view;
        this.source = source;
        this.attention = attention;
        this.actions = actions;
        seen = view.seen();
        looks = seen.subscribe(now -> {
            if (now) {
                attention.seen();
            }
        });
        attention.to(this);
        view.whenChanged(attention::changed);
        view.whenTyped(attention::seen);
        marks();
        handle = UiParts.row(8, Icon.of(kind.icon(), 14), UiParts.text(name, "tab-name"));
        fillHandle(name);
        quiet = UiParts.row(8, new StateShape(StateShape.ShapeKind.BUSY, 12), UiParts.text("", "muted"));
        quiet.getStyleClass().add("terminal-end");
        waiting = new WaitingOverlay(kind.waiting());
        StackPane screen = new StackPane(view.node(), waiting);
        screen.setMinSize(0, 0);
        body = UiParts.column(0, UiParts.growing(screen));
        view.connect(source);
    }

    /// Prepares the marks in the handle; none of them is visible yet.
    private void marks() {
        UiParts.tip(rang, TEXTS.get("tab.rang.tip"), "");
        rang.setAccessibleText(TEXTS.get("tab.rang"));
        shown(rang, false);
        shown(note, false);
        waits.setGraphic(new StateShape(StateShape.ShapeKind.HELD, 8));
        waits.setAccessibleText(TEXTS.get("tab.waits.name"));
        UiParts.tip(waits, TEXTS.get("tab.waits.tip"), "");
        shown(waits, false);
    }

    private void fillHandle(String name) {
        boolean host = kind == TabKind.HOST;
        if (host) {
            handle.getChildren().add(UiParts.tag(TEXTS.get("tab.host"), "line"));
        } else if (kind == TabKind.WATCH) {
            handle.getChildren().add(UiParts.tag(TEXTS.get("tab.watch"), "line"));
        }
        Button close = new Button(null, Icon.of(Feather.X, 12, "faint"));
        close.getStyleClass().addAll("flat", "tab-close");
        close.setAccessibleText(TEXTS.get("tab.close", name));
        close.setOnAction(e -> actions.end(this));
        handle.getChildren().addAll(note, rang, waits, close);
        handle.getStyleClass().add("terminal-tab");
        handle.setAccessibleRole(AccessibleRole.TAB_ITEM);
        handle.setAccessibleText(host ? TEXTS.get("tab.host.name", name) : name);
        handle.setOnMousePressed(e -> actions.open(this));
    }

    /// True if the terminal is in the machine and ends with it.
    boolean ofMachine() {
        return kind != TabKind.HOST;
    }

    /// The terminal, with a bar below it that says how it ended.
    VBox body() {
        return body;
    }

    /// The terminal is attached to this session; the note shows the session and the program that keeps it.
    void attached(TerminalStarted session) {
        body.getChildren().remove(quiet);
        note.setText(FigureFormat.printable(session.by() + " · " + session.session()));
        shown(note, true);
    }

    /// The connection was lost and is being restored; the output stays visible.
    void lost(String why) {
        if (quiet.getChildren().getLast() instanceof Label words) {
            words.setText(TEXTS.get("tab.lost", FigureFormat.printable(why)));
        }
        waiting.says(TEXTS.get("tab.lost.early", FigureFormat.printable(why)));
        if (answered && !body.getChildren().contains(quiet)) {
            body.getChildren().add(quiet);
        }
    }

    /// A program rang the bell: marks the tab until it is opened.
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
        actions.waits();
    }

    /// True if it waits for the user.
    boolean waits() {
        return waits.isVisible();
    }

    private static void shown(Label label, boolean visible) {
        label.setVisible(visible);
        label.setManaged(visible);
    }

    /// The shell printed its first output.
    void answered() {
        waiting.over();
        answered = true;
    }

    /// Shows how the shell ended and offers another one. The output stays visible, or if there was none, a
    /// message replaces the terminal.
    void ended(String words, Runnable again) {
        waiting.over();
        body.getChildren().remove(quiet);
        if (!answered) {
            Button retry = UiParts.button(Feather.ROTATE_CW, TEXTS.get("tab.failed.again"), "primary");
            retry.setOnAction(e -> again.run());
            body.getChildren().setAll(EmptyState.screen(Feather.TERMINAL, TEXTS.get("tab.failed.title"), words, retry));
            return;
        }
        Button open = UiParts.button(Feather.TERMINAL, TEXTS.get("tab.another"), "small");
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
