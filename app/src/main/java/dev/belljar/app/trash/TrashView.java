package dev.belljar.app.trash;

import dev.belljar.app.live.Cell;
import dev.belljar.app.live.HostPicture;
import dev.belljar.app.live.Pin;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Empty;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Room;
import dev.belljar.contract.view.TrashItem;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// All destroyed sandboxes, the newest first.
public final class TrashView implements Room {
    private final Desk desk;
    private final TrashActions actions;
    private final Label count = Parts.count("");
    private final Label size = Parts.text("", "sm", "muted");
    private final Button empty = Parts.button(Feather.TRASH_2, "Empty…");
    private final VBox rows = new VBox();
    private final StackPane content = new StackPane();
    private final ScrollPane scroll;
    private final Node nothing = Empty.screen(
            Feather.TRASH_2,
            "The trash is empty",
            "A sandbox you destroy is kept here with its disk, so that you can restore it. Work it had not synced is"
                    + " also saved in Belljar's own repository.");
    private final VBox all;
    private final Pin pin;
    private @Nullable List<TrashItem> shown;

    public TrashView(Cell<HostPicture> picture, Desk desk, TrashActions actions) {
        this.desk = desk;
        this.actions = actions;
        empty.setOnAction(e -> actions.empty());
        Button spans = Parts.button(Feather.CLOCK, "Retention…", "flat");
        spans.getStyleClass().add("retention");
        spans.setOnAction(e -> actions.retention());
        Parts.tip(spans, "How long unused machines and the trash are kept", "");
        Button storage = Parts.button(Feather.HARD_DRIVE, "Storage…", "flat");
        storage.getStyleClass().add("storage");
        storage.setOnAction(e -> actions.storage());
        Parts.tip(storage, "How much disk sandboxes and the trash use, and their limits", "");
        HBox head = Parts.row(12, Parts.text("Trash", "h2"), count, Parts.grow(), size, storage, spans, empty);
        head.getStyleClass().add("head");
        rows.getStyleClass().add("card");
        StackPane padded = new StackPane(rows);
        padded.setPadding(new Insets(16));
        scroll = new ScrollPane(padded);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        content.setMinSize(0, 0);
        all = Parts.column(0, head, Parts.growing(content));
        pin = picture.watch(this::show);
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void close() {
        pin.close();
    }

    private void show(HostPicture picture) {
        List<TrashItem> items = picture.trash();
        if (items.equals(shown)) {
            return;
        }
        shown = items;
        count.setText(Integer.toString(items.size()));
        count.setVisible(!items.isEmpty());
        empty.setDisable(items.isEmpty());
        size.setText(
                items.isEmpty()
                        ? ""
                        : Figures.bytes(items.stream()
                                        .mapToLong(TrashItem::size)
                                        .sum()) + " on disk");
        rows.getChildren()
                .setAll(items.stream().map(i -> new TrashRow(i, desk, actions)).toList());
        if (!items.isEmpty()) {
            rows.getChildren().getFirst().getStyleClass().add("first");
        }
        content.getChildren().setAll(items.isEmpty() ? nothing : scroll);
    }
}
