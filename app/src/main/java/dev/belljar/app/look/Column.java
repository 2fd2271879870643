package dev.belljar.app.look;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;

/// A column of a dense table: `width` 0 takes what room is left; without an order it cannot be sorted by; in a
/// table narrower than `from` it is left out.
public record Column<T>(
        String title,
        double width,
        boolean right,
        Supplier<CellView<T>> cells,
        @Nullable Comparator<T> order,
        double from) {
    public Column(
            String title, double width, boolean right, Supplier<CellView<T>> cells, @Nullable Comparator<T> order) {
        this(title, width, right, cells, order, 0);
    }

    /// The same, sortable.
    public Column<T> sorted(Comparator<T> by) {
        return new Column<>(title, width, right, cells, by, from);
    }

    /// The same, only where the table is at least this wide.
    public Column<T> from(double least) {
        return new Column<>(title, width, right, cells, order, least);
    }

    /// Words, cut at the end.
    public static <T> Column<T> words(String title, double width, Function<T, String> words, String... styles) {
        return new Column<>(title, width, false, () -> new Words<>(words, OverrunStyle.ELLIPSIS, styles), null);
    }

    /// Words, cut in the middle: commands and paths.
    public static <T> Column<T> middle(String title, double width, Function<T, String> words, String... styles) {
        return new Column<>(title, width, false, () -> new Words<>(words, OverrunStyle.CENTER_ELLIPSIS, styles), null);
    }

    /// Words at the right edge.
    public static <T> Column<T> right(String title, double width, Function<T, String> words, String... styles) {
        return new Column<>(title, width, true, () -> new Words<>(words, OverrunStyle.ELLIPSIS, styles), null);
    }

    /// A figure with its unit lighter beside it; null leaves the cell empty.
    public static <T> Column<T> amount(String title, double width, Function<T, Figures.@Nullable Amount> amount) {
        return new Column<>(title, width, true, () -> new Quantity<>(amount), null);
    }

    /// A cell of words.
    private static final class Words<T> implements CellView<T> {
        private final Label label;
        private final Function<T, String> words;

        Words(Function<T, String> words, OverrunStyle overrun, String... styles) {
            this.words = words;
            label = Parts.cut("", styles);
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
    private static final class Quantity<T> implements CellView<T> {
        private final Label figure = Parts.text("");
        private final Label unit = Parts.text("", "faint");
        private final HBox box = Parts.row(4, figure, unit);
        private final Function<T, Figures.@Nullable Amount> amount;

        Quantity(Function<T, Figures.@Nullable Amount> amount) {
            this.amount = amount;
            box.setAlignment(Pos.CENTER_RIGHT);
        }

        @Override
        public Node node() {
            return box;
        }

        @Override
        public void show(T item) {
            Figures.Amount now = amount.apply(item);
            figure.setText(now == null ? "" : now.figure());
            unit.setText(now == null ? "" : now.unit());
        }
    }
}
