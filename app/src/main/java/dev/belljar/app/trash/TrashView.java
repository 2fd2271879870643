package dev.belljar.app.trash;

import dev.belljar.app.action.Actions;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// All destroyed sandboxes, the newest first.
public final class TrashView implements ScreenView {
    private static final Texts TEXTS = Texts.of(TrashView.class);

    private final UiContext context;
    private final Actions actions;
    private final TrashModel model = new TrashModel();
    private final Label count = UiParts.count("");
    private final Label size = UiParts.text("", "sm", "muted");
    private final Button empty = UiParts.button(Feather.TRASH_2, TEXTS.get("trash.empty"));
    private final CardPane rows = new CardPane();
    private final StackPane content = new StackPane();
    private final ScrollPane scroll;
    private final Node nothing =
            EmptyState.screen(Feather.TRASH_2, TEXTS.get("trash.nothing.title"), TEXTS.get("trash.nothing.text"));
    private final VBox all;
    private final WatchRegistration registration;

    public TrashView(WatchedValue<HostState> state, UiContext context, Actions actions) {
        this.context = context;
        this.actions = actions;
        empty.setOnAction(e -> actions.trash().empty());
        Button spans = UiParts.button(Feather.CLOCK, TEXTS.get("trash.retention"), "flat");
        spans.getStyleClass().add("retention");
        spans.setOnAction(e -> actions.navigation().open(new DialogKind.ShowRetention()));
        UiParts.tip(spans, TEXTS.get("trash.retention.tip"), "");
        Button storage = UiParts.button(Feather.HARD_DRIVE, TEXTS.get("trash.storage"), "flat");
        storage.getStyleClass().add("storage");
        storage.setOnAction(e -> actions.navigation().open(new DialogKind.ShowStorage(null)));
        UiParts.tip(storage, TEXTS.get("trash.storage.tip"), "");
        HBox head = UiParts.row(
                12, UiParts.text(TEXTS.get("trash.title"), "h2"), count, UiParts.grow(), size, storage, spans, empty);
        head.getStyleClass().add("head");
        StackPane padded = new StackPane(rows);
        padded.setPadding(new Insets(16));
        scroll = new ScrollPane(padded);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        content.setMinSize(0, 0);
        all = UiParts.column(0, head, UiParts.growing(content));
        registration = state.watch(this::show);
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void close() {
        registration.close();
    }

    private void show(HostState state) {
        if (!model.show(state.trash())) {
            return;
        }
        count.setText(Integer.toString(model.items().size()));
        count.setVisible(!model.empty());
        empty.setDisable(model.empty());
        size.setText(model.size());
        rows.rows(model.items().stream()
                .map(item -> new TrashRow(item, context, actions))
                .toList());
        content.getChildren().setAll(model.empty() ? nothing : scroll);
    }
}
