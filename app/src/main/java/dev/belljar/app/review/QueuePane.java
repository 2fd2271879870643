package dev.belljar.app.review;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.review.decision.ReviewSpot;
import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.EscapeKey;
import dev.belljar.app.ui.SkippedFileList;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import javafx.geometry.Insets;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuItem;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The left side of the review: the files that could run on the host on top, and all others by commit or folder.
final class QueuePane extends VBox {
    private static final Texts TEXTS = Texts.of(QueuePane.class);
    private static final double WIDE = 336;
    private static final double NARROW = 264;
    private static final double LEAST = 0.4;

    private final ReviewModel model;
    private final ReviewController controller;
    private final QueueCommands commands;
    private final QueueRows rows;
    private final RiskyPane risky;
    private final ListView<QueueRow> list = new ListView<>();
    private final SkippedFileList skipped = new SkippedFileList(WIDE - 62);
    private final Label checked = UiParts.prose("", Double.MAX_VALUE, "sm", "muted");
    private final HBox foot = UiParts.row(8, Icon.of(Feather.SHIELD, 14, "muted"), UiParts.growing(checked));
    private final Set<QueueCell> cells = Collections.newSetFromMap(new WeakHashMap<>());
    private List<QueueRow> shown = List.of();
    private boolean marking;
    private boolean narrowed;

    /// What the user can do with a file besides deciding: read one of the user's own files, and download a file or
    /// folder.
    record QueueCommands(Consumer<FileChange> read, Consumer<String> download) {}

    QueuePane(ReviewModel model, ReviewController controller, UiContext context, QueueCommands commands) {
        this.model = model;
        this.controller = controller;
        this.commands = commands;
        rows = new QueueRows(model);
        risky = new RiskyPane(model, controller, this::fileMenu);
        getStyleClass().add("change-tree");
        narrow(false);
        VBox.setMargin(risky, new Insets(8));
        list.setFixedCellSize(28);
        list.setAccessibleText(TEXTS.get("queue.name"));
        list.getStyleClass().addAll("tree-list", "queue-list");
        list.setCellFactory(view -> {
            QueueCell cell = new QueueCell(model, controller, context, this::toggle);
            cells.add(cell);
            return cell;
        });
        list.getSelectionModel().selectedItemProperty().addListener((at, was, now) -> choose(now));
        list.setOnKeyPressed(e -> {
            QueueRow row = list.getSelectionModel().getSelectedItem();
            if (row != null && List.of(KeyCode.SPACE, KeyCode.ENTER).contains(e.getCode())) {
                toggle(row);
                e.consume();
            }
        });
        ContextMenus.on(list, this::menu, () -> list);
        EscapeKey.pass(list, this);
        VBox.setMargin(list, new Insets(8, 8, 0, 8));
        VBox.setMargin(skipped, new Insets(8));
        foot.getStyleClass().add("tree-foot");
        getChildren().addAll(risky, UiParts.growing(list), skipped, foot);
        heightProperty().addListener((at, was, now) -> risky.show(now.doubleValue() * LEAST));
    }

    /// Shows the files outside the project, and those that were not fetched.
    void others(FileDiff diff) {
        rows.outside(diff.system());
        skipped.show(diff);
    }

    /// Uses a smaller width.
    void narrow(boolean next) {
        narrowed = next;
        double width = next ? NARROW : WIDE;
        setMinWidth(width);
        setPrefWidth(width);
        setMaxWidth(width);
        risky.narrow(next);
        risky.show(getHeight() * LEAST);
        fit();
    }

    /// Hides the foot in a small window if the red list says the same: the files need the height.
    private void fit() {
        boolean said = !narrowed || !risky.isVisible();
        foot.setVisible(said);
        foot.setManaged(said);
    }

    /// Shows the decisions, and marks the current file.
    void show() {
        risky.show(getHeight() * LEAST);
        checked.setText(rows.checked());
        fit();
        List<QueueRow> next = rows.rows();
        marking = true;
        if (!next.equals(shown)) {
            shown = next;
            list.getItems().setAll(next);
        }
        mark();
        marking = false;
        cells.forEach(QueueCell::update);
    }

    private void mark() {
        ReviewedFile file = model.spot().map(ReviewSpot::file).orElse(null);
        int at = file == null ? -1 : rows.indexOf(file);
        if (at >= 0) {
            if (list.getSelectionModel().getSelectedIndex() != at) {
                list.getSelectionModel().clearAndSelect(at);
                reveal(at);
            }
        } else if (list.getSelectionModel().getSelectedItem() instanceof QueueRow.FileRow) {
            list.getSelectionModel().clearSelection();
        }
    }

    /// Scrolls to a row that is not visible.
    private void reveal(int row) {
        boolean seen = list.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
                && flow.getFirstVisibleCell() != null
                && flow.getLastVisibleCell() != null
                && row >= flow.getFirstVisibleCell().getIndex()
                && row < flow.getLastVisibleCell().getIndex();
        if (!seen) {
            list.scrollTo(Math.max(0, row - 3));
        }
    }

    /// Opens the group of the current file if it is closed.
    void reveal() {
        model.spot().map(ReviewSpot::file).ifPresent(rows::unfold);
    }

    private void choose(@Nullable QueueRow row) {
        if (marking) {
            return;
        }
        if (row instanceof QueueRow.FileRow line) {
            controller.open(line.file(), Math.max(0, line.file().nextOpen(0)));
        } else if (row instanceof QueueRow.OtherRow line && line.own()) {
            commands.read().accept(line.change());
        }
    }

    private void toggle(QueueRow row) {
        rows.toggle(row);
        show();
    }

    private List<MenuItem> menu() {
        return switch (list.getSelectionModel().getSelectedItem()) {
            case QueueRow.FileRow row -> fileMenu(row.file().change());
            case QueueRow.OtherRow row ->
                row.own() ? fileMenu(row.change()) : List.of(copy(row.change().path()));
            case QueueRow.FolderRow row -> List.of(fold(row, row.folded()), download(row.folder()), copy(row.folder()));
            case QueueRow.EntryRow row -> List.of(fold(row, row.folded()));
            case QueueRow.OtherHead row -> List.of(fold(row, row.folded()));
            case null -> List.of();
        };
    }

    /// The path of the file or folder of the workspace that a download is about; empty if there is none, such as a
    /// deleted file.
    Optional<String> downloadable() {
        QueueRow chosen = list.isFocused() ? list.getSelectionModel().getSelectedItem() : null;
        if (chosen instanceof QueueRow.FolderRow row) {
            return Optional.of(row.folder());
        }
        FileChange file = chosen instanceof QueueRow.OtherRow row && row.own()
                ? row.change()
                : model.spot().map(spot -> spot.file().change()).orElse(null);
        return Optional.ofNullable(file).filter(QueuePane::exists).map(FileChange::path);
    }

    private static boolean exists(FileChange file) {
        return !file.status().equals("D");
    }

    private List<MenuItem> fileMenu(FileChange file) {
        return exists(file) ? List.of(download(file.path()), copy(file.path())) : List.of(copy(file.path()));
    }

    private MenuItem download(String path) {
        MenuItem item = ContextMenus.item(
                TEXTS.get("queue.download"),
                Feather.DOWNLOAD,
                () -> commands.download().accept(path));
        item.setAccelerator(new KeyCodeCombination(KeyCode.G));
        return item;
    }

    private MenuItem fold(QueueRow row, boolean folded) {
        return ContextMenus.item(TEXTS.get(folded ? "queue.unfold" : "queue.fold"), Feather.FOLDER, () -> toggle(row));
    }

    private static MenuItem copy(String path) {
        return ContextMenus.copy(TEXTS.get("queue.copy"), FigureFormat.printable(path));
    }
}
