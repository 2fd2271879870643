package dev.belljar.app.palette;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import java.util.stream.Stream;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;

/// A row of the command palette: a heading or an item.
final class PaletteCell extends ListCell<PaletteModel.PaletteRow> {
    private static final Texts TEXTS = Texts.of(PaletteCell.class);

    @Override
    protected void updateItem(PaletteModel.@Nullable PaletteRow row, boolean empty) {
        super.updateItem(row, empty);
        Node graphic = empty
                ? null
                : switch (row) {
                    case PaletteModel.PaletteRow.GroupHeading heading -> heading(heading);
                    case PaletteModel.PaletteRow.ItemRow entry -> entry(entry.item());
                    case null -> null;
                };
        setGraphic(graphic);
        boolean heading = row instanceof PaletteModel.PaletteRow.GroupHeading;
        setMouseTransparent(heading);
        getStyleClass().remove("palette-heading");
        if (heading) {
            getStyleClass().add("palette-heading");
        }
    }

    private static HBox heading(PaletteModel.PaletteRow.GroupHeading heading) {
        HBox row = UiParts.row(8, UiParts.text(TEXTS.get(heading.group()), "section"));
        if (heading.found() > heading.shown()) {
            row.getChildren()
                    .add(UiParts.text(TEXTS.get("palette.shown", heading.shown(), heading.found()), "sm", "faint"));
        }
        row.setPadding(new Insets(6, 12, 0, 12));
        return row;
    }

    private static HBox entry(PaletteItem item) {
        HBox row = UiParts.row(
                12,
                Icon.of(item.icon()),
                UiParts.cut(item.words()),
                UiParts.growing(UiParts.cut(item.detail(), "sm", "muted")));
        HBox keys = UiParts.row(4);
        Stream.of(item.key().split(" "))
                .filter(key -> !key.isEmpty())
                .forEach(key -> keys.getChildren().add(UiParts.key(key)));
        keys.setMinWidth(USE_PREF_SIZE);
        row.getChildren().add(keys);
        row.setPadding(new Insets(0, 12, 0, 12));
        return row;
    }
}
