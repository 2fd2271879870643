package dev.belljar.app.shell;

import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.state.HostState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;

/// The status bar: running machines, their memory and CPU use, and whether the host agent answers.
final class StatusBar extends HBox {
    private static final Texts TEXTS = Texts.of(StatusBar.class);

    private final UiContext context;
    private final Label running = UiParts.text("", "strong");
    private final Label memory = UiParts.text("", "strong");
    private final Label memoryUnit = UiParts.text("");
    private final Label cpu = UiParts.text("", "strong");
    private final Label time = UiParts.text("");
    private final Label note = UiParts.text("", "semi");
    private final Label link = UiParts.text("", "strong");
    private final StateShape shape = new StateShape(StateShape.ShapeKind.BUSY, 8);

    StatusBar(UiContext context) {
        this.context = context;
        getStyleClass().add("status-bar");
        getChildren()
                .addAll(
                        figures(
                                UiParts.row(4, running, UiParts.text(TEXTS.get("status.running"))),
                                UiParts.row(4, memory, memoryUnit),
                                UiParts.row(4, cpu, UiParts.text(TEXTS.get("status.cpu")))),
                        UiParts.grow(),
                        note,
                        time,
                        UiParts.row(6, shape, link));
    }

    /// Shows a text before the time from now on.
    void note(String text) {
        note.setText(text);
    }

    private static HBox figures(Node... figures) {
        HBox row = UiParts.row(16, figures);
        row.getStyleClass().add("status-figures");
        return row;
    }

    void show(HostState state) {
        running.setText(Long.toString(state.running()));
        FigureFormat.FormattedAmount amount = FigureFormat.bytes(state.memory());
        memory.setText(amount.figure());
        memoryUnit.setText(amount.unit());
        int cpus = state.host() == null ? 1 : Math.max(1, state.host().cpus());
        cpu.setText(Long.toString(Math.round(state.cpuPermille() / 10.0 / cpus)));
        time.setText(context.time(context.now()));
        switch (state.connection()) {
            case CONNECTING -> link(TEXTS.get("status.connecting"), StateShape.ShapeKind.BUSY);
            case UP -> link(TEXTS.get("status.live"), StateShape.ShapeKind.RUNNING);
            case DOWN ->
                link(TEXTS.get(state.stopped() ? "status.stopped" : "status.disconnected"), StateShape.ShapeKind.ERROR);
        }
    }

    private void link(String words, StateShape.ShapeKind kind) {
        link.setText(words);
        shape.show(kind);
    }
}
