package dev.belljar.app.terminal;

import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DragEvent;
import javafx.scene.input.Dragboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.StackPane;

/// Accepts files that are dropped on a terminal, and files and pictures that are pasted into it.
final class DropTarget {
    private static final Texts TEXTS = Texts.of(DropTarget.class);

    /// What happens with what the user gives.
    interface FileReceiver {
        void files(List<Path> files);

        void picture(Image picture);
    }

    private final FileReceiver receiver;
    private final Label hint = UiParts.text(TEXTS.get("drop.here"), "drop-hint");

    /// `box` is the terminal, over which a hint is shown while files are dragged.
    DropTarget(StackPane box, FileReceiver receiver) {
        this.receiver = receiver;
        hint.setVisible(false);
        hint.setMouseTransparent(true);
        hint.setMaxSize(Double.MAX_VALUE, Double.MAX_VALUE);
        box.getChildren().add(hint);
        box.setOnDragOver(this::over);
        box.setOnDragExited(e -> hint.setVisible(false));
        box.setOnDragDropped(this::dropped);
        box.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
    }

    private void over(DragEvent e) {
        if (e.getDragboard().hasFiles()) {
            e.acceptTransferModes(TransferMode.COPY);
            hint.setVisible(true);
        }
        e.consume();
    }

    private void dropped(DragEvent e) {
        hint.setVisible(false);
        Dragboard board = e.getDragboard();
        e.setDropCompleted(board.hasFiles());
        if (board.hasFiles()) {
            receiver.files(paths(board.getFiles()));
        }
        e.consume();
    }

    private void pressed(KeyEvent e) {
        boolean paste =
                e.isShiftDown() && ((e.isControlDown() && e.getCode() == KeyCode.V) || e.getCode() == KeyCode.INSERT);
        if (paste && taken(Clipboard.getSystemClipboard())) {
            e.consume();
        }
    }

    /// Takes files, or a picture without text; all else is left to the terminal.
    private boolean taken(Clipboard board) {
        if (board.hasFiles()) {
            receiver.files(paths(board.getFiles()));
            return true;
        }
        Image picture = board.hasString() ? null : board.getImage();
        if (picture == null) {
            return false;
        }
        receiver.picture(picture);
        return true;
    }

    private static List<Path> paths(List<File> files) {
        return files.stream().map(File::toPath).toList();
    }
}
