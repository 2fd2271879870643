package dev.belljar.app.processes;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.table.CellView;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.ui.UiParts;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// A process's name, indented as in the tree, with an icon that opens or closes its subtree.
final class ProcessNameCell implements CellView<ProcessItem> {
    private final ProcessesModel model;
    private final Region indent = new Region();
    private final FontIcon mark = Icon.of(Feather.CHEVRON_DOWN, 12, "faint");
    private final StackPane twist = new StackPane(mark);
    private final Label name = new NameLabel();
    private final Label tag = UiParts.tag("");
    private final HBox row = UiParts.row(6, indent, twist, name, tag);
    private final Tooltip hint = new Tooltip();
    private @Nullable ProcessItem shown;

    ProcessNameCell(ProcessesModel model, Consumer<ProcessItem> toggle) {
        this.model = model;
        twist.setMinWidth(12);
        twist.setMaxWidth(12);
        twist.setOnMouseClicked(e -> {
            ProcessItem line = shown;
            if (line != null) {
                toggle.accept(line);
                e.consume();
            }
        });
        tag.managedProperty().bind(tag.visibleProperty());
        hint.setWrapText(true);
        hint.setMaxWidth(320);
    }

    @Override
    public Node node() {
        return row;
    }

    @Override
    public void show(ProcessItem line) {
        shown = line;
        double left = Math.min(line.depth(), 9) * 16.0;
        indent.setMinWidth(left);
        indent.setMaxWidth(left);
        mark.setVisible(line.parent());
        mark.setIconCode(model.folded(line) ? Feather.CHEVRON_RIGHT : Feather.CHEVRON_DOWN);
        name.setText(FigureFormat.printable(line.row().comm()));
        ProcessTag shownTag = model.tag(line);
        tag.setVisible(shownTag != null);
        tag.getStyleClass().removeAll("held", "accent");
        tag.setText(shownTag == null ? "" : shownTag.words());
        hint.setText(shownTag == null ? "" : shownTag.hint());
        tag.setTooltip(hint.getText().isEmpty() ? null : hint);
        if (shownTag != null && !shownTag.style().isEmpty()) {
            tag.getStyleClass().add(shownTag.style());
        }
        name.getStyleClass().removeAll("med");
        if (!line.gone()) {
            name.getStyleClass().add("med");
        }
    }

    /// A name that is cut only if it is long, so that the tag follows a short one at once.
    private static final class NameLabel extends Label {
        private static final double LEAST = 40;

        NameLabel() {
            getStyleClass().add("cut");
            setEllipsisString("…");
        }

        @Override
        protected double computeMinWidth(double height) {
            return Math.min(LEAST, computePrefWidth(height));
        }
    }
}
