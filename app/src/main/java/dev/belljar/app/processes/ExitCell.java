package dev.belljar.app.processes;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.table.CellView;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import javafx.scene.Node;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The end of a process: its exit code, the signal that killed it, or a question mark if it was not seen.
final class ExitCell implements CellView<ProcessItem> {
    private static final Texts TEXTS = Texts.of(ExitCell.class);

    private final FontIcon icon = Icon.of(Feather.CHECK, 12);
    private final Label tag = UiParts.tag("");

    ExitCell() {
        tag.setGraphic(icon);
    }

    @Override
    public Node node() {
        return tag;
    }

    @Override
    public void show(ProcessItem line) {
        tag.setVisible(line.gone());
        tag.setText(words(line));
        tag.getStyleClass().removeAll("ok", "danger");
        // The name of a signal needs the space of the icon.
        tag.setGraphic(line.unseen() || line.row().signal() != null ? null : icon);
        if (!line.unseen()) {
            tag.getStyleClass().add(line.failed() ? "danger" : "ok");
            icon.setIconCode(line.failed() ? Feather.X : Feather.CHECK);
        }
    }

    /// The exit code or the signal's name.
    static String words(ProcessItem line) {
        Integer signal = line.row().signal();
        Integer code = line.row().code();
        if (signal != null) {
            return switch (signal) {
                case 2 -> "INT";
                case 6 -> "ABRT";
                case 9 -> "KILL";
                case 11 -> "SEGV";
                case 13 -> "PIPE";
                case 15 -> "TERM";
                default -> TEXTS.get("exit.signal", signal);
            };
        }
        return code == null ? TEXTS.get("exit.unknown") : code.toString();
    }
}
