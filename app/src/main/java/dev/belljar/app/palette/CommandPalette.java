package dev.belljar.app.palette;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DialogLayer;
import dev.belljar.app.ui.UiParts;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The command palette (`Ctrl K`): finds screens and actions by a few letters, and opens or
/// runs one on Enter.
final class CommandPalette extends VBox {
    private static final Texts TEXTS = Texts.of(CommandPalette.class);
    private static final double ROW = 32;
    private static final int ROWS = 13;

    private final DialogLayer overlay;
    private final PaletteModel model;
    private final Consumer<PaletteItem> chosen;
    private final Consumer<String> add;
    private final TextField query = new TextField();
    private final ListView<PaletteModel.PaletteRow> list = new ListView<>();

    private CommandPalette(
            DialogLayer overlay, PaletteModel model, Consumer<PaletteItem> chosen, Consumer<String> add) {
        this.overlay = overlay;
        this.model = model;
        this.chosen = chosen;
        this.add = add;
        getStyleClass().add("dialog-box");
        setPrefWidth(640);
        query.setPromptText(TEXTS.get("palette.prompt"));
        query.setAccessibleText(TEXTS.get("palette.prompt"));
        query.getStyleClass().add("bare");
        query.textProperty().addListener((at, was, now) -> find(now.strip()));
        query.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        list.getStyleClass().add("palette-list");
        list.setFixedCellSize(ROW);
        list.setFocusTraversable(false);
        list.setCellFactory(view -> new PaletteCell());
        list.setPlaceholder(UiParts.text(TEXTS.get("palette.nothing"), "muted"));
        list.setOnMouseClicked(e -> {
            if (e.getButton() == MouseButton.PRIMARY) {
                act();
            }
        });
        HBox top = new HBox(Icon.of(Feather.SEARCH, 16, "faint"), UiParts.growing(query));
        top.getStyleClass().add("palette-query");
        getChildren().addAll(top, new StackPane(list), foot());
        find("");
    }

    /// Opens the palette with the items of `model`; `add` is called with the path of a project that is
    /// typed in full.
    static void open(DialogLayer overlay, PaletteModel model, Consumer<PaletteItem> chosen, Consumer<String> add) {
        CommandPalette palette = new CommandPalette(overlay, model, chosen, add);
        overlay.open(palette, Pos.TOP_CENTER, new Insets(64, 0, 0, 0));
        palette.query.requestFocus();
    }

    private static HBox foot() {
        HBox foot = new HBox(
                legend(TEXTS.get("palette.move"), "↑", "↓"),
                legend(TEXTS.get("palette.open"), "Enter"),
                legend(TEXTS.get("palette.close"), "Esc"),
                UiParts.grow(),
                legend(TEXTS.get("palette.only"), ">"));
        foot.getStyleClass().add("palette-foot");
        return foot;
    }

    private static HBox legend(String words, String... keys) {
        HBox row = UiParts.row(4);
        for (String key : keys) {
            row.getChildren().add(UiParts.key(key));
        }
        Label label = UiParts.text(words, "sm", "muted");
        HBox.setMargin(label, new Insets(0, 0, 0, 4));
        row.getChildren().add(label);
        return row;
    }

    private void find(String typed) {
        List<PaletteModel.PaletteRow> rows = path(typed) ? List.of(folder(typed)) : model.find(typed);
        list.getItems().setAll(rows);
        list.getSelectionModel().clearSelection();
        choose(PaletteModel.first(rows));
        list.scrollTo(0);
        list.setPrefHeight(Math.clamp(rows.size(), 2, ROWS) * ROW + 10);
    }

    private static boolean path(String typed) {
        return typed.startsWith("/") || typed.startsWith("~/");
    }

    private PaletteModel.PaletteRow folder(String path) {
        return new PaletteModel.PaletteRow.ItemRow(new PaletteItem(
                "folder:" + path,
                PaletteGroup.ACTIONS,
                Feather.PLUS,
                TEXTS.get("sidebar.add"),
                path,
                "",
                () -> add.accept(path)));
    }

    private void choose(int index) {
        if (index >= 0) {
            list.getSelectionModel().clearAndSelect(index);
        }
    }

    private void key(KeyEvent e) {
        int at = list.getSelectionModel().getSelectedIndex();
        switch (e.getCode()) {
            case DOWN -> step(at, 1);
            case UP -> step(at, -1);
            case PAGE_DOWN, PAGE_UP -> {
                for (int i = 1; i < ROWS / 2; i++) {
                    step(list.getSelectionModel().getSelectedIndex(), e.getCode() == KeyCode.PAGE_DOWN ? 1 : -1);
                }
            }
            case ENTER -> act();
            default -> {
                return;
            }
        }
        e.consume();
    }

    private void step(int at, int by) {
        int next = PaletteModel.step(list.getItems(), at, by);
        choose(next);
        // The heading above the row must be visible too.
        list.scrollTo(Math.max(0, next - ROWS / 2));
    }

    private void act() {
        if (list.getSelectionModel().getSelectedItem() instanceof PaletteModel.PaletteRow.ItemRow entry) {
            overlay.close();
            chosen.accept(entry.item());
        }
    }
}
