package dev.belljar.app.processes;

import dev.belljar.app.live.ProcessLine;
import dev.belljar.app.look.CellView;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// A process's name where it stands in the tree, with a mark that folds what hangs below.
final class NameCell implements CellView<ProcessLine> {
    private final ProcessesModel model;
    private final Region indent = new Region();
    private final FontIcon mark = Icon.of(Feather.CHEVRON_DOWN, 12, "faint");
    private final StackPane twist = new StackPane(mark);
    private final Label name = Parts.cut("");
    private final HBox row = Parts.row(6, indent, twist, name);
    private @Nullable ProcessLine shown;

    NameCell(ProcessesModel model, Consumer<ProcessLine> toggle) {
        this.model = model;
        twist.setMinWidth(12);
        twist.setMaxWidth(12);
        twist.setOnMouseClicked(e -> {
            ProcessLine line = shown;
            if (line != null) {
                toggle.accept(line);
                e.consume();
            }
        });
        Parts.growing(name);
    }

    @Override
    public Node node() {
        return row;
    }

    @Override
    public void show(ProcessLine line) {
        shown = line;
        double left = Math.min(line.depth(), 9) * 16.0;
        indent.setMinWidth(left);
        indent.setMaxWidth(left);
        mark.setVisible(line.parent());
        mark.setIconCode(model.folded(line) ? Feather.CHEVRON_RIGHT : Feather.CHEVRON_DOWN);
        name.setText(Figures.printable(line.row().comm()));
        name.getStyleClass().removeAll("med");
        if (!line.gone()) {
            name.getStyleClass().add("med");
        }
    }
}
