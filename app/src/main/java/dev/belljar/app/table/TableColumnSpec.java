package dev.belljar.app.table;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.ui.UiParts;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;

/// A column of a dense table. A `width` of 0 takes the space that is left; a column without an `order` cannot
/// be sorted; a table narrower than `from` pixels leaves the column out.
public record TableColumnSpec<T>(
        String title,
        double width,
        boolean right,
        Supplier<CellView<T>> cells,
        @Nullable Comparator<T> order,
        double from) {
    public TableColumnSpec(
            String title, double width, boolean right, Supplier<CellView<T>> cells, @Nullable Comparator<T> order) {
        this(title, width, right, cells, order, 0);
    }

    /// Returns this column with an order to sort by.
    public TableColumnSpec<T> sorted(Comparator<T> by) {
        return new TableColumnSpec<>(title, width, right, cells, by, from);
    }

    /// Returns this column, shown only if the table is at least this wide.
    public TableColumnSpec<T> from(double least) {
        return new TableColumnSpec<>(title, width, right, cells, order, least);
    }

    /// A column of text, cut at the end.
    public static <T> TableColumnSpec<T> words(
            String title, double width, Function<T, String> words, String... styles) {
        return new TableColumnSpec<>(
                title, width, false, () -> new TextCell<>(words, OverrunStyle.ELLIPSIS, styles), null);
    }

    /// A column of text, cut in the middle: commands and paths.
    public static <T> TableColumnSpec<T> middle(
            String title, double width, Function<T, String> words, String... styles) {
        return new TableColumnSpec<>(
                title, width, false, () -> new TextCell<>(words, OverrunStyle.CENTER_ELLIPSIS, styles), null);
    }

    /// A column of text aligned to the right.
    public static <T> TableColumnSpec<T> right(
            String title, double width, Function<T, String> words, String... styles) {
        return new TableColumnSpec<>(
                title, width, true, () -> new TextCell<>(words, OverrunStyle.ELLIPSIS, styles), null);
    }

    /// A column of figures with their unit in a lighter colour; null leaves the cell empty.
    public static <T> TableColumnSpec<T> amount(
            String title, double width, Function<T, FigureFormat.@Nullable FormattedAmount> amount) {
        return new TableColumnSpec<>(title, width, true, () -> new QuantityCell<>(amount), null);
    }

    /// A cell with text.
    private static final class TextCell<T> implements CellView<T> {
        private final Label label;
        private final Function<T, String> words;

        TextCell(Function<T, String> words, OverrunStyle overrun, String... styles) {
            this.words = words;
            label = UiParts.cut("", styles);
            label.setTextOverrun(overrun);
        }

        @Override
        public Node node() {
            return label;
        }

        @Override
        public void show(T item) {
            label.setText(words.apply(item));
        }
    }

    /// A cell with a figure and its unit.
    private static final class QuantityCell<T> implements CellView<T> {
        private final Label figure = UiParts.text("");
        private final Label unit = UiParts.text("", "faint");
        private final HBox box = UiParts.row(4, figure, unit);
        private final Function<T, FigureFormat.@Nullable FormattedAmount> amount;

        QuantityCell(Function<T, FigureFormat.@Nullable FormattedAmount> amount) {
            this.amount = amount;
            box.setAlignment(Pos.CENTER_RIGHT);
        }

        @Override
        public Node node() {
            return box;
        }

        @Override
        public void show(T item) {
            FigureFormat.FormattedAmount now = amount.apply(item);
            figure.setText(now == null ? "" : now.figure());
            unit.setText(now == null ? "" : now.unit());
        }
    }
}
