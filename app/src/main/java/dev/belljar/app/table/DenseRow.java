package dev.belljar.app.table;

import dev.belljar.app.theme.MotionSettings;
import dev.belljar.app.theme.PseudoClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import javafx.animation.Animation;
import javafx.animation.PauseTransition;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;

/// A row of a dense table; its cells are created once and reused for every item.
final class DenseRow<T> extends ListCell<T> {
    private final List<CellView<T>> cells = new ArrayList<>();
    private final HBox row = new HBox();
    private final Predicate<T> gone;
    private final Predicate<T> held;
    private final Predicate<T> arrived;
    private final PauseTransition settling = new PauseTransition(Duration.millis(150));

    /// `arrived` returns true once for each new row; `gone` and `held` set the pseudo classes of a row.
    DenseRow(
            List<TableColumnSpec<T>> columns,
            ReadOnlyDoubleProperty room,
            Predicate<T> gone,
            Predicate<T> held,
            Predicate<T> arrived) {
        this.held = held;
        this.gone = gone;
        this.arrived = arrived;
        settling.setOnFinished(e -> pseudoClassStateChanged(PseudoClasses.NEW, false));
        row.getStyleClass().add("dense-row");
        row.setAlignment(Pos.CENTER_LEFT);
        row.setMinHeight(28);
        row.setMaxHeight(28);
        for (TableColumnSpec<T> column : columns) {
            CellView<T> cell = column.cells().get();
            cells.add(cell);
            row.getChildren().add(boxed(cell.node(), column, room));
        }
        setPrefWidth(0);
    }

    /// Tints a new row for a short time.
    private void tint(boolean fresh) {
        if (fresh && MotionSettings.allowed()) {
            pseudoClassStateChanged(PseudoClasses.NEW, true);
            settling.playFromStart();
        } else if (settling.getStatus() != Animation.Status.RUNNING) {
            pseudoClassStateChanged(PseudoClasses.NEW, false);
        }
    }

    /// Wraps a cell or a heading in a box of the column's width, visible while the table is wide enough
    /// for the column.
    static StackPane boxed(Node node, TableColumnSpec<?> column, ReadOnlyDoubleProperty room) {
        StackPane box = new StackPane(node);
        box.getStyleClass().add("cell-box");
        box.setAlignment(column.right() ? Pos.CENTER_RIGHT : Pos.CENTER_LEFT);
        if (column.width() > 0) {
            box.setMinWidth(column.width());
            box.setPrefWidth(column.width());
            box.setMaxWidth(column.width());
        } else {
            box.setMinWidth(0);
            box.setPrefWidth(80);
            HBox.setHgrow(box, Priority.ALWAYS);
        }
        if (column.from() > 0) {
            box.visibleProperty().bind(room.greaterThanOrEqualTo(column.from()));
            box.managedProperty().bind(box.visibleProperty());
        }
        return box;
    }

    @Override
    protected void updateItem(@Nullable T item, boolean empty) {
        super.updateItem(item, empty);
        pseudoClassStateChanged(PseudoClasses.HELD, !empty && item != null && held.test(item));
        if (empty || item == null) {
            setGraphic(null);
            tint(false);
            return;
        }
        cells.forEach(cell -> cell.show(item));
        tint(arrived.test(item));
        row.pseudoClassStateChanged(PseudoClasses.GONE, gone.test(item));
        setGraphic(row);
    }
}
