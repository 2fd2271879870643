package dev.belljar.app.ui;

import dev.belljar.app.text.Texts;
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

/// Rows of 28 px, only those in sight drawn. While the pointer is over them, rows neither move nor vanish:
/// figures change in place and new rows wait under *12 new*.
public final class DenseTable<T> extends VBox {
    private static final Texts TEXTS = Texts.of(DenseTable.class);

    /// Each row that is set by itself lays the list out anew.
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

    /// `key` names a row for good; rows for which `gone` holds are drawn fainter.
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
        getChildren().addAll(head, UiParts.growing(body));
        setMinSize(0, 0);
    }

    /// Marks rows that wait for the person. `words` says how many such rows there are among all new ones, where these
    /// have no room.
    public void held(Predicate<T> next, BiFunction<Integer, Integer, String> words) {
        held = next;
        urgent = words;
    }

    /// Calls when the person chose another row; null when none.
    public void onChosen(Consumer<@Nullable T> chosen) {
        list.getSelectionModel().selectedItemProperty().addListener((at, was, now) -> {
            if (!quiet) {
                chosen.accept(now);
            }
        });
    }

    /// Calls when the person clicked on a row, chosen before or not.
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

    /// Gives each row a menu.
    public void menu(Function<T, List<MenuItem>> items) {
        ContextMenus.on(list, () -> chosen().map(items).orElse(List.of()), this::chosenCell);
    }

    /// What is typed over the rows goes into this field.
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

    /// The keyboard goes to the rows.
    public void enter() {
        list.requestFocus();
    }

    /// The rows' own control, for keys a room adds.
    public ListView<T> list() {
        return list;
    }

    /// What stands where there is no row.
    public void placeholder(Node node) {
        list.setPlaceholder(node);
    }

    /// Shows newer rows; those that are already there keep their place while the pointer is over them.
    public void show(List<T> rows) {
        newest = List.copyOf(rows);
        arrivals.note(newest.stream().map(key).toList());
        if (list.isHover() && !list.getItems().isEmpty()) {
            hold();
        } else {
            release();
        }
    }

    /// Chooses the row with this key.
    public void choose(Object wanted) {
        for (int i = 0; i < list.getItems().size(); i++) {
            if (key.apply(list.getItems().get(i)).equals(wanted)) {
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

    /// Replaces the rows with as little movement as can be; the chosen one stays chosen.
    private void put(List<T> rows) {
        T chosen = list.getSelectionModel().getSelectedItem();
        Object wanted = chosen == null ? null : key.apply(chosen);
        quiet = true;
        List<Integer> other = sameKeys(rows) ? others(rows) : List.of();
        if (sameKeys(rows) && other.size() <= SINGLY) {
            other.forEach(i -> list.getItems().set(i, rows.get(i)));
        } else {
            list.getItems().setAll(rows);
        }
        if (wanted != null) {
            Map<Object, Integer> at = new HashMap<>();
            for (int i = 0; i < rows.size(); i++) {
                at.putIfAbsent(key.apply(rows.get(i)), i);
            }
            Integer index = at.get(wanted);
            if (index == null) {
                list.getSelectionModel().clearSelection();
            } else if (index != list.getSelectionModel().getSelectedIndex()) {
                list.getSelectionModel().clearAndSelect(index);
            }
        }
        quiet = false;
    }

    /// Which rows differ from what is shown.
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
