package dev.belljar.app.table;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.ui.UiParts;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.scene.control.ScrollBar;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The headings of a dense table. A click on a heading sorts by its column, a second click reverses the
/// order, a third removes it.
final class DenseHead<T> extends HBox {
    private final Consumer<@Nullable Comparator<T>> sort;
    private final Region gutter = new Region();
    private @Nullable TableColumnSpec<T> by;
    private boolean down = true;
    private @Nullable FontIcon arrow;

    DenseHead(List<TableColumnSpec<T>> columns, ReadOnlyDoubleProperty room, Consumer<@Nullable Comparator<T>> sort) {
        this.sort = sort;
        setMinWidth(0);
        getStyleClass().add("dense-head");
        for (TableColumnSpec<T> column : columns) {
            HBox title = UiParts.row(4, UiParts.text(column.title()));
            title.setMaxWidth(USE_PREF_SIZE);
            StackPane box = DenseRow.boxed(title, column, room);
            if (column.order() != null) {
                box.getStyleClass().add("sortable");
                box.setOnMouseClicked(e -> turn(column, title));
            }
            getChildren().add(box);
        }
        gutter.setMinWidth(USE_PREF_SIZE);
        gutter.setPrefWidth(0);
        getChildren().add(gutter);
    }

    /// Leaves as much space at the right as the scroll bar takes from the rows, so that headings stay
    /// above their cells.
    void beside(ScrollBar bar) {
        gutter.prefWidthProperty()
                .bind(Bindings.when(bar.visibleProperty())
                        .then(bar.widthProperty())
                        .otherwise(0));
    }

    private void turn(TableColumnSpec<T> column, HBox title) {
        FontIcon old = arrow;
        if (old != null && old.getParent() instanceof HBox box) {
            box.getChildren().remove(old);
        }
        arrow = null;
        if (!column.equals(by)) {
            by = column;
            down = true;
        } else if (down) {
            down = false;
        } else {
            by = null;
            sort.accept(null);
            return;
        }
        FontIcon mark = Icon.of(down ? Feather.CHEVRON_DOWN : Feather.CHEVRON_UP, 12, "faint");
        arrow = mark;
        title.getChildren().add(mark);
        Comparator<T> order = column.order();
        sort.accept(order == null ? null : down ? order.reversed() : order);
    }
}
