package dev.belljar.app.table;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.EscapeKey;
import dev.belljar.app.ui.SearchField;
import dev.belljar.app.ui.UiParts;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import javafx.geometry.Insets;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// A table with rows of 28 px, which draws only the visible ones. While the pointer is over the rows, they
/// neither move nor disappear: figures change in place, and new rows wait behind a button *12 new*.
public final class DenseTable<T> extends VBox {
    private static final Texts TEXTS = Texts.of(DenseTable.class);

    /// The most rows that are replaced one by one: each replacement lays out the list again.
    private static final int SINGLY = 8;

    private final Function<T, Object> key;
    private final ListView<T> list = new ListView<>();
    private final DenseHead<T> head;
    private final Button waiting = new Button();
    private List<T> newest = List.of();
    private final NewRows arrivals = new NewRows();
    private @Nullable Comparator<T> order;
    private boolean quiet;
    private Predicate<T> held = row -> false;
    private BiFunction<Integer, Integer, String> urgent = (waiting, all) -> "";

    /// `key` returns the lasting identity of a row; rows for which `gone` is true are drawn fainter.
    public DenseTable(List<TableColumnSpec<T>> columns, Function<T, Object> key, Predicate<T> gone) {
        this.key = key;
        getStyleClass().add("dense");
        head = new DenseHead<>(columns, widthProperty(), by -> {
            order = by;
            release();
        });
        list.setFixedCellSize(28);
        list.setCellFactory(
                view -> new DenseRow<>(columns, widthProperty(), gone, row -> held.test(row), this::arrived));
        waiting.getStyleClass().setAll("waiting-pill");
        waiting.setGraphic(Icon.of(Feather.ARROW_UP, 14, "accent"));
        waiting.setOnAction(e -> release());
        waiting.setVisible(false);
        StackPane body = new StackPane(list, waiting);
        StackPane.setAlignment(waiting, Pos.TOP_CENTER);
        StackPane.setMargin(waiting, new Insets(8, 0, 0, 0));
        body.setMinHeight(0);
        list.hoverProperty().addListener((at, was, now) -> {
            if (!now && !waiting.isHover()) {
                release();
            }
        });
        list.skinProperty().addListener((at, was, now) -> upright().ifPresent(head::beside));
        EscapeKey.pass(list, this);
        getChildren().addAll(head, UiParts.growing(body));
        setMinSize(0, 0);
    }

    /// Marks rows that wait for the user. `words` is the text of the button for new rows that do not fit,
    /// from the number of those that wait and the number of all.
    public void held(Predicate<T> next, BiFunction<Integer, Integer, String> words) {
        held = next;
        urgent = words;
    }

    /// Calls `chosen` when the user selects another row, with null when no row is selected.
    public void onChosen(Consumer<@Nullable T> chosen) {
        list.getSelectionModel().selectedItemProperty().addListener((at, was, now) -> {
            if (!quiet) {
                chosen.accept(now);
            }
        });
    }

    /// Calls `clicked` when the user clicks a row, also one that was selected before.
    public void onClicked(Consumer<T> clicked) {
        list.setOnMouseClicked(e -> {
            T row = list.getSelectionModel().getSelectedItem();
            if (row != null && e.getButton() == MouseButton.PRIMARY && onRow(e.getTarget())) {
                clicked.accept(row);
            }
        });
    }

    private static boolean onRow(Object target) {
        for (Node at = target instanceof Node node ? node : null; at != null; at = at.getParent()) {
            if (at instanceof DenseRow<?> row) {
                return !row.isEmpty();
            }
        }
        return false;
    }

    /// Gives each row a context menu.
    public void menu(Function<T, List<MenuItem>> items) {
        ContextMenus.on(list, () -> chosen().map(items).orElse(List.of()), this::chosenCell);
    }

    /// Sends keys that are typed while the rows have the focus to this field.
    public void typing(SearchField search) {
        list.addEventHandler(KeyEvent.KEY_TYPED, search::begin);
        search.onLeave(this::enter);
    }

    private Optional<ScrollBar> upright() {
        return list.lookupAll(".scroll-bar").stream()
                .filter(node -> node instanceof ScrollBar bar && bar.getOrientation() == Orientation.VERTICAL)
                .map(ScrollBar.class::cast)
                .findFirst();
    }

    private Optional<T> chosen() {
        return Optional.ofNullable(list.getSelectionModel().getSelectedItem());
    }

    private Node chosenCell() {
        Node cell = list.lookup(".list-cell:selected");
        return cell == null ? head : cell;
    }

    /// Moves the focus to the rows.
    public void enter() {
        list.requestFocus();
    }

    /// The list control, for keys that a screen adds.
    public ListView<T> list() {
        return list;
    }

    /// Sets the node that is shown when there are no rows.
    public void placeholder(Node node) {
        list.setPlaceholder(node);
    }

    /// Shows newer rows; rows that are already shown keep their place while the pointer is over them.
    public void show(List<T> rows) {
        if (list.isHover() && !list.getItems().isEmpty()) {
            note(rows);
            hold();
        } else {
            replace(rows);
        }
    }

    /// Shows other rows because the user asked for them, for example with a filter: also under the pointer.
    public void replace(List<T> rows) {
        note(rows);
        release();
    }

    private void note(List<T> rows) {
        newest = List.copyOf(rows);
        arrivals.note(newest.stream().map(key).toList());
    }

    /// Selects the row with this key.
    public void choose(Object requested) {
        for (int i = 0; i < list.getItems().size(); i++) {
            if (key.apply(list.getItems().get(i)).equals(requested)) {
                list.getSelectionModel().select(i);
                return;
            }
        }
    }

    private boolean arrived(T row) {
        return arrivals.take(key.apply(row));
    }

    private void hold() {
        int room = (int) (list.getHeight() / list.getFixedCellSize())
                - list.getItems().size();
        HeldRows<T> kept = HeldRows.of(list.getItems(), newest, key, held, room);
        put(kept.rows());
        waiting.setText(TEXTS.get("table.new", kept.fresh()));
        if (kept.waiting() > 0) {
            waiting.setText(urgent.apply(kept.waiting(), kept.fresh()));
        }
        waiting.setVisible(kept.fresh() > 0);
    }

    private void release() {
        waiting.setVisible(false);
        Comparator<T> by = order;
        put(by == null ? newest : newest.stream().sorted(by).toList());
    }

    /// Replaces the rows with as few changes as possible; the selected row stays selected.
    private void put(List<T> rows) {
        T chosen = list.getSelectionModel().getSelectedItem();
        Object requested = chosen == null ? null : key.apply(chosen);
        quiet = true;
        List<Integer> other = sameKeys(rows) ? others(rows) : List.of();
        if (sameKeys(rows) && other.size() <= SINGLY) {
            other.forEach(i -> list.getItems().set(i, rows.get(i)));
        } else {
            list.getItems().setAll(rows);
        }
        if (requested != null) {
            Map<Object, Integer> at = new HashMap<>();
            for (int i = 0; i < rows.size(); i++) {
                at.putIfAbsent(key.apply(rows.get(i)), i);
            }
            Integer index = at.get(requested);
            if (index == null) {
                list.getSelectionModel().clearSelection();
            } else if (index != list.getSelectionModel().getSelectedIndex()) {
                list.getSelectionModel().clearAndSelect(index);
            }
        }
        quiet = false;
    }

    /// Returns the indices of the rows that differ from the ones shown.
    private List<Integer> others(List<T> rows) {
        return IntStream.range(0, rows.size())
                .filter(i -> !rows.get(i).equals(list.getItems().get(i)))
                .boxed()
                .toList();
    }

    private boolean sameKeys(List<T> rows) {
        if (rows.size() != list.getItems().size()) {
            return false;
        }
        for (int i = 0; i < rows.size(); i++) {
            if (!key.apply(rows.get(i)).equals(key.apply(list.getItems().get(i)))) {
                return false;
            }
        }
        return true;
    }
}
