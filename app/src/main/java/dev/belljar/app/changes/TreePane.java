package dev.belljar.app.changes;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.ChangeCounts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.EscapeKey;
import dev.belljar.app.ui.SkippedFileList;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The files that differ: those that could run on the host in a red list on top, the others by folder.
final class TreePane extends VBox {
    private static final Texts TEXTS = Texts.of(TreePane.class);
    private static final double WIDE = 312;
    private static final double NARROW = 256;

    private final ChangeTree tree = new ChangeTree();
    private final Consumer<FileChange> open;
    private final Label title = UiParts.cut("", "med");
    private final HBox tally = UiParts.row(4);
    private final VBox red = new VBox();
    private final SkippedFileList skipped = new SkippedFileList(WIDE - 62);
    private final ListView<ChangeTree.TreeRow> list = new ListView<>();
    private final Label foot = UiParts.text("", "sm", "muted");
    private @Nullable FileChange shown;

    TreePane(Consumer<FileChange> open) {
        this.open = open;
        getStyleClass().add("change-tree");
        narrow(false);
        HBox head = UiParts.row(6, title, UiParts.grow(), tally);
        head.setPadding(new Insets(0, 16, 0, 16));
        head.setMinHeight(44);
        red.getStyleClass().add("red-list");
        VBox.setMargin(red, new Insets(0, 8, 8, 8));
        list.setFixedCellSize(28);
        list.setCellFactory(view -> new EntryCell());
        list.getStyleClass().add("tree-list");
        list.getSelectionModel().selectedItemProperty().addListener((at, was, now) -> {
            if (now != null && now.file() != null) {
                open(now.file());
            }
        });
        ContextMenus.on(list, this::menu, () -> {
            Node cell = list.lookup(".list-cell:selected");
            return cell == null ? list : cell;
        });
        EscapeKey.pass(list, this);
        VBox.setMargin(list, new Insets(0, 8, 0, 8));
        VBox.setMargin(skipped, new Insets(8));
        HBox bottom = UiParts.row(8, foot);
        bottom.getStyleClass().add("tree-foot");
        getChildren().addAll(head, red, UiParts.growing(list), skipped, bottom);
    }

    void show(String words, List<FileChange> files) {
        tree.show(files);
        title.setText(words);
        tally.getChildren().clear();
        tally("A", "ok");
        tally("M", "warn");
        tally("D", "danger");
        tally("R", "accent");
        tally("T", "warn");
        redList();
        fill();
        foot.setText(tree.figures());
    }

    /// Lists the files that the comparison leaves out.
    void leftOut(FileDiff diff) {
        skipped.show(diff);
    }

    /// Uses a smaller width.
    void narrow(boolean next) {
        double width = next ? NARROW : WIDE;
        setMinWidth(width);
        setPrefWidth(width);
        setMaxWidth(width);
    }

    /// Marks the visible file.
    void mark(FileChange file) {
        shown = file;
        redList();
        list.refresh();
    }

    private List<MenuItem> menu() {
        ChangeTree.TreeRow entry = list.getSelectionModel().getSelectedItem();
        if (entry == null) {
            return List.of();
        }
        FileChange file = entry.file();
        return file == null
                ? List.of(
                        ContextMenus.item(
                                entry.folded() ? TEXTS.get("tree.unfold") : TEXTS.get("tree.fold"),
                                Feather.FOLDER,
                                () -> {
                                    tree.toggle(entry.folder());
                                    fill();
                                }),
                        ContextMenus.copy(TEXTS.get("tree.copy"), entry.folder()))
                : List.of(ContextMenus.copy(TEXTS.get("tree.copy"), FigureFormat.printable(file.path())));
    }

    private void open(FileChange file) {
        if (!file.equals(shown)) {
            open.accept(file);
        }
    }

    private void tally(String status, String style) {
        long count = tree.count(status);
        if (count > 0) {
            tally.getChildren()
                    .addAll(
                            UiParts.text(Long.toString(count), "sm", "semi", style),
                            UiParts.text(status + " ", "sm", "muted"));
        }
    }

    private void redList() {
        List<FileChange> risky = tree.risky();
        red.setVisible(!risky.isEmpty());
        red.setManaged(!risky.isEmpty());
        HBox head = UiParts.row(
                8,
                Icon.of(Feather.ALERT_OCTAGON, 14, "danger"),
                UiParts.growing(UiParts.text(TEXTS.get("tree.risky"), "semi", "danger")),
                UiParts.count(Integer.toString(risky.size()), "on-red"));
        head.setPadding(new Insets(0, 12, 0, 12));
        head.setMinHeight(32);
        red.getChildren().setAll(head);
        for (FileChange file : risky) {
            HBox line = UiParts.row(
                    8,
                    ChangeCounts.mark(file),
                    UiParts.growing(UiParts.cut(FigureFormat.printable(file.path()), "mono", "m12")),
                    ChangeCounts.of(file));
            Label why = UiParts.prose(file.risk() == null ? "" : file.risk(), WIDE - 60, "sm", "muted");
            VBox.setMargin(why, new Insets(0, 0, 0, 24));
            VBox row = UiParts.column(1, line, why);
            row.getStyleClass().add("red-row");
            row.pseudoClassStateChanged(PseudoClasses.CHOSEN, file.equals(shown));
            row.setOnMouseClicked(e -> {
                list.getSelectionModel().clearSelection();
                open(file);
            });
            red.getChildren().add(row);
        }
    }

    private void fill() {
        List<ChangeTree.TreeRow> entries = tree.entries();
        if (!entries.equals(list.getItems())) {
            ChangeTree.TreeRow chosen = list.getSelectionModel().getSelectedItem();
            list.getItems().setAll(entries);
            if (chosen != null && entries.contains(chosen)) {
                list.getSelectionModel().select(chosen);
            }
        }
    }

    /// A folder or a file.
    private final class EntryCell extends ListCell<ChangeTree.TreeRow> {
        EntryCell() {
            setPrefWidth(0);
            setOnMouseClicked(e -> {
                ChangeTree.TreeRow entry = getItem();
                if (entry != null && entry.file() == null) {
                    tree.toggle(entry.folder());
                    fill();
                }
            });
        }

        @Override
        protected void updateItem(ChangeTree.@Nullable TreeRow entry, boolean empty) {
            super.updateItem(entry, empty);
            if (empty || entry == null) {
                setGraphic(null);
                return;
            }
            FileChange file = entry.file();
            setGraphic(file == null ? folder(entry) : file(entry, file));
        }

        private HBox folder(ChangeTree.TreeRow entry) {
            HBox row = UiParts.row(
                    6,
                    Icon.of(entry.folded() ? Feather.CHEVRON_RIGHT : Feather.CHEVRON_DOWN, 12, "faint"),
                    Icon.of(Feather.FOLDER, 14, "faint"),
                    UiParts.growing(UiParts.cut(FigureFormat.printable(entry.folder()), "muted")),
                    UiParts.text(Integer.toString(entry.count()), "sm", "faint"));
            row.setPadding(new Insets(0, 12, 0, 8));
            return row;
        }

        private HBox file(ChangeTree.TreeRow entry, FileChange file) {
            Label name = UiParts.cut(FigureFormat.printable(ChangeTree.name(file)));
            if (file.status().equals("D")) {
                name.getStyleClass().addAll("faint", "struck");
            }
            HBox row = UiParts.row(6, ChangeCounts.mark(file), UiParts.growing(name), ChangeCounts.of(file));
            row.setPadding(new Insets(0, 12, 0, entry.folder().isEmpty() ? 8 : 24));
            return row;
        }
    }
}
