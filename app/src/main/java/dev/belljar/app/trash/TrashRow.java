package dev.belljar.app.trash;

import dev.belljar.app.action.Actions;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.storage.TrashItem;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// A destroyed sandbox: what is left of it, for how long it is kept, and a button to restore it.
final class TrashRow extends HBox {
    private static final Texts TEXTS = Texts.of(TrashRow.class);

    TrashRow(TrashItem item, UiContext context, Actions actions) {
        getStyleClass().addAll("card-row", "trash-row");
        Label kept = item.saved()
                ? UiParts.tag(TEXTS.get("trash.row.saved"), "ok")
                : UiParts.tag(TEXTS.get("trash.row.unsaved"), "warn");
        kept.setGraphic(Icon.of(item.saved() ? Feather.CHECK : Feather.ALERT_TRIANGLE, 12));
        UiParts.tip(kept, TrashModel.work(item), "");
        HBox title = UiParts.row(8, UiParts.cut(item.name(), "semi"), kept);
        Label where = UiParts.cut(FigureFormat.printable(FigureFormat.home(item.project())), "mono", "m12", "muted");
        // Wrapped and not cut: it may say that work exists nowhere else.
        Label detail = UiParts.prose(FigureFormat.printable(item.detail()), Double.MAX_VALUE, "sm", "muted");
        VBox words = UiParts.column(2, title, where, detail);
        words.setMinWidth(0);
        HBox.setHgrow(words, Priority.ALWAYS);
        VBox when = UiParts.column(
                2,
                UiParts.text(TEXTS.get("trash.row.since", FigureFormat.ago(context.now() - item.since())), "sm"),
                UiParts.text(TrashModel.until(item, context.now()), "sm", "muted"));
        when.setMinWidth(150);
        when.setAlignment(Pos.CENTER_LEFT);
        Label size = UiParts.text(FigureFormat.bytes(item.size()).toString(), "sm");
        size.setMinWidth(72);
        Button restore = UiParts.button(TEXTS.get("trash.row.restore"));
        restore.setGraphic(Icon.of(Feather.ROTATE_CCW, 14));
        restore.setDisable(!item.restorable());
        restore.setOnAction(e -> actions.trash().restore(item.id()));
        restore.getStyleClass().add("restore");
        Button delete = UiParts.iconButton(Feather.TRASH_2, TEXTS.get("trash.row.delete"));
        delete.setOnAction(e -> actions.trash().discard(item));
        getChildren().addAll(Icon.of(Feather.BOX, 16, "muted"), words, when, size, restore, delete);
        ContextMenus.on(this, () -> menu(item, actions), () -> this);
    }

    private static List<MenuItem> menu(TrashItem item, Actions actions) {
        MenuItem restore = ContextMenus.item(
                TEXTS.get("trash.row.restore"),
                Feather.ROTATE_CCW,
                () -> actions.trash().restore(item.id()));
        restore.setDisable(!item.restorable());
        MenuItem delete = ContextMenus.item(
                TEXTS.get("trash.row.menu.delete"),
                Feather.TRASH_2,
                () -> actions.trash().discard(item));
        delete.getStyleClass().add("dangerous");
        String salvage = item.salvage();
        return salvage == null
                ? List.of(restore, delete)
                : List.of(restore, ContextMenus.copy(TEXTS.get("trash.row.menu.copy"), salvage), delete);
    }
}
