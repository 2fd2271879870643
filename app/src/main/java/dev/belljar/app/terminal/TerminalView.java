package dev.belljar.app.terminal;

import com.techsenger.jeditermfx.core.TtyConnector;
import com.techsenger.jeditermfx.core.model.TerminalTextBuffer;
import com.techsenger.jeditermfx.ui.TerminalAction;
import dev.belljar.app.theme.Theme;
import dev.belljar.app.ui.UiContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableValue;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.StackPane;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/// Draws a terminal. Only this class and its parts know which library draws it.
final class TerminalView {
    private final TerminalPane widget;
    private final StackPane box;
    private final UiContext context;
    private final ChangeListener<Theme> repaint;

    /// `bell` runs when a program rings it, on any thread; `follow` receives the address of a clicked link.
    TerminalView(UiContext context, Runnable bell, Consumer<String> follow) {
        this.context = context;
        widget = new TerminalPane(new TerminalColours(() -> context.theme().get(), bell));
        widget.addHyperlinkFilter(new WebLinks(follow));
        InputComposer composing =
                new InputComposer(widget.getTerminalPanel().getCanvas(), widget::cursor, widget::type);
        box = new ReadableBox(widget.getPane(), composing.node());
        box.getStyleClass().add("terminal");
        box.setAccessibleRole(AccessibleRole.TEXT_AREA);
        box.setMinSize(0, 0);
        box.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
        repaint = (at, was, now) -> widget.getTerminalPanel().repaint();
        context.theme().addListener(repaint);
    }

    /// Runs `done` after each change of the screen, on the thread that draws, and often.
    void whenChanged(Runnable done) {
        widget.getTerminalTextBuffer().addModelListener(done::run);
    }

    /// Passes on files that the user drops on the terminal, and files and pictures that the user pastes.
    void accept(DropTarget.FileReceiver receiver) {
        var _ = new DropTarget(box, receiver);
    }

    /// Types text into the terminal.
    void type(String words) {
        widget.type(words);
    }

    /// Runs `done` for each key pressed in the terminal.
    void whenTyped(Runnable done) {
        box.addEventFilter(KeyEvent.KEY_PRESSED, e -> done.run());
    }

    /// True while the terminal is shown in the focused window.
    ObservableValue<Boolean> seen() {
        return box.sceneProperty()
                .flatMap(Scene::windowProperty)
                .flatMap(Window::focusedProperty)
                .orElse(false);
    }

    /// Whether the screen reads as a question to the user; empty while it is being drawn.
    Optional<Boolean> asks() {
        TerminalTextBuffer buffer = widget.getTerminalTextBuffer();
        if (!buffer.tryLock()) {
            return Optional.empty();
        }
        try {
            int row = widget.getTerminal().getCursorY() - 1;
            int height = buffer.getHeight();
            int first = Math.max(0, Math.min(row + InputPrompt.LINES / 2, height) - InputPrompt.LINES);
            List<String> near = new ArrayList<>();
            for (int at = first; at < Math.min(first + InputPrompt.LINES, height); at++) {
                near.add(buffer.getLine(at).getText());
            }
            String line = row >= first && row - first < near.size() ? near.get(row - first) : "";
            int column = Math.clamp(widget.getTerminal().getCursorX() - 1, 0, line.length());
            return Optional.of(InputPrompt.in(line.substring(0, column), near));
        } finally {
            buffer.unlock();
        }
    }

    /// The lines on the screen.
    private String text() {
        TerminalTextBuffer buffer = widget.getTerminalTextBuffer();
        buffer.lock();
        try {
            return buffer.getScreenLines();
        } finally {
            buffer.unlock();
        }
    }

    /// Starts to draw the output of this source.
    void connect(TtyConnector source) {
        widget.setTtyConnector(source);
        widget.start();
    }

    Node node() {
        return box;
    }

    /// Moves the keyboard focus to the terminal.
    void enter() {
        // The node that the library prefers is a pane that does not pass the focus on.
        widget.getTerminalPanel().getCanvas().requestFocus();
    }

    /// Opens the field that searches the output.
    void search() {
        for (TerminalAction action : widget.getActions()) {
            if (action.getName().equals(TerminalColours.FIND)) {
                action.actionPerformed(null);
            }
        }
    }

    void close() {
        context.theme().removeListener(repaint);
        widget.close();
    }

    private void pressed(KeyEvent e) {
        if (!e.isControlDown() || e.isAltDown()) {
            return;
        }
        boolean larger = e.getCode() == KeyCode.PLUS || e.getCode() == KeyCode.EQUALS || e.getCode() == KeyCode.ADD;
        boolean smaller = e.getCode() == KeyCode.MINUS || e.getCode() == KeyCode.SUBTRACT;
        // Ctrl+0 without Shift opens the inbox on every screen.
        boolean usual = e.getCode() == KeyCode.DIGIT0 && e.isShiftDown();
        if (larger || smaller || usual) {
            widget.zoom(usual ? 0 : larger ? 1 : -1);
            e.consume();
        }
    }

    /// Gives screen readers the text of the terminal, which is drawn on a canvas.
    private final class ReadableBox extends StackPane {
        ReadableBox(Node... children) {
            super(children);
        }

        @Override
        public @Nullable Object queryAccessibleAttribute(AccessibleAttribute attribute, Object... parameters) {
            return attribute == AccessibleAttribute.TEXT
                    ? text()
                    : super.queryAccessibleAttribute(attribute, parameters);
        }
    }
}
