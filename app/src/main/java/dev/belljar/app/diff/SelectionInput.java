package dev.belljar.app.diff;

import dev.belljar.app.diff.TextSelection.TextSpot;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;

/// Selects text of a column with the mouse and the keyboard, and copies it.
final class SelectionInput {
    private final SelectedColumn column;
    private final TextSelection selection;
    /// Where the caret wants to be in lines of other lengths, or -1.
    private double wanted = -1;

    /// What a column does for its selection.
    interface SelectedColumn {
        /// The place in the text at these pixels.
        TextSpot at(double x, double y);

        /// Where a place is within its line, pixels.
        double x(TextSpot spot);

        /// The nearest place to these pixels within a line.
        TextSpot on(int line, double x);

        /// The number of lines that are visible at once.
        int page();

        /// Draws the selection again; `follow` if the caret must be visible.
        void selected(boolean follow);

        void requestFocus();
    }

    SelectionInput(SelectedColumn column, TextSelection selection) {
        this.column = column;
        this.selection = selection;
    }

    void press(MouseEvent e) {
        column.requestFocus();
        if (e.getButton() != MouseButton.PRIMARY) {
            return;
        }
        wanted = -1;
        TextSpot spot = column.at(e.getX(), e.getY());
        if (e.getClickCount() == 2) {
            selection.selectWord(spot);
        } else if (e.getClickCount() > 2) {
            selection.selectLine(spot.line());
        } else {
            selection.move(spot, e.isShiftDown());
        }
        column.selected(false);
        e.consume();
    }

    void drag(MouseEvent e) {
        if (e.getButton() == MouseButton.PRIMARY) {
            selection.move(column.at(e.getX(), e.getY()), true);
            column.selected(true);
            e.consume();
        }
    }

    void key(KeyEvent e) {
        boolean used = e.isShortcutDown() ? command(e) : !e.isAltDown() && !e.isMetaDown() && move(e);
        if (used) {
            e.consume();
        }
    }

    private boolean command(KeyEvent e) {
        boolean extend = e.isShiftDown();
        switch (e.getCode()) {
            case C, INSERT -> {
                copy();
                return true;
            }
            case A -> selection.selectAll();
            case HOME -> selection.move(TextSpot.START, extend);
            case END -> selection.move(selection.last(), extend);
            case LEFT -> selection.word(-1, extend);
            case RIGHT -> selection.word(1, extend);
            default -> {
                return false;
            }
        }
        wanted = -1;
        column.selected(true);
        return true;
    }

    private boolean move(KeyEvent e) {
        boolean extend = e.isShiftDown();
        int line = selection.caret().line();
        switch (e.getCode()) {
            case COPY -> copy();
            case UP -> lines(-1, extend);
            case DOWN -> lines(1, extend);
            case PAGE_UP -> lines(-column.page(), extend);
            case PAGE_DOWN -> lines(column.page(), extend);
            case LEFT -> across(() -> selection.step(-1, extend));
            case RIGHT -> across(() -> selection.step(1, extend));
            case HOME -> across(() -> selection.move(new TextSpot(line, 0), extend));
            case END -> across(() -> selection.move(selection.end(line), extend));
            default -> {
                return false;
            }
        }
        return true;
    }

    private void across(Runnable step) {
        wanted = -1;
        step.run();
        column.selected(true);
    }

    private void lines(int by, boolean extend) {
        TextSpot caret = selection.caret();
        wanted = wanted < 0 ? column.x(caret) : wanted;
        int line = Math.clamp((long) caret.line() + by, 0, selection.last().line());
        selection.move(column.on(line, wanted), extend);
        column.selected(true);
    }

    private void copy() {
        if (!selection.isEmpty()) {
            ClipboardContent content = new ClipboardContent();
            content.putString(selection.text());
            Clipboard.getSystemClipboard().setContent(content);
        }
    }
}
