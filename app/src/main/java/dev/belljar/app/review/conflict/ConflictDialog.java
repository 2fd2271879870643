package dev.belljar.app.review.conflict;

import dev.belljar.app.diff.DiffView;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.request.work.ConflictChoice;
import dev.belljar.contract.request.work.ConflictResolution;
import dev.belljar.contract.view.review.FileConflict;
import dev.belljar.contract.view.review.FileConflict.ConflictHunk;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// Shows the conflicts of a sync one by one, with what the user and the sandbox changed, and asks which lines are
/// written.
public final class ConflictDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(ConflictDialog.class);
    private static final double WIDTH = 980;
    private static final double HEIGHT = 600;
    private static final double FILES = 232;

    private final ConflictModel model;
    private final ListView<FileConflict> files = new ListView<>();
    private final Label place = UiParts.cut("", "semi");
    private final Label position = UiParts.text("", "sm", "muted");
    private final Label note = UiParts.prose("", Double.MAX_VALUE, "muted");
    private final DiffView project;
    private final DiffView sandbox;
    private final Map<ConflictChoice, ToggleButton> choices = new EnumMap<>(ConflictChoice.class);
    private final Label progress = UiParts.text("", "sm", "muted");
    private final Button apply = UiParts.button(TEXTS.get("apply"), "primary");

    /// Creates the dialog; `apply` gets the resolution of each file.
    public ConflictDialog(
            UiContext context, List<FileConflict> conflicts, Consumer<List<ConflictResolution>> resolved) {
        super(context.overlay(), WIDTH, TEXTS.get("title"));
        model = new ConflictModel(conflicts);
        project = new DiffView(context.theme());
        sandbox = new DiffView(context.theme());
        setPrefHeight(HEIGHT);
        files.getItems().setAll(model.files());
        files.setCellFactory(view -> new FileCell());
        files.setAccessibleText(TEXTS.get("files"));
        files.getStyleClass().add("conflict-files");
        files.setMinWidth(FILES);
        files.setPrefWidth(FILES);
        files.getSelectionModel().selectedItemProperty().addListener((at, was, now) -> {
            if (now != null) {
                model.open(now);
                show();
            }
        });
        content(UiParts.row(0, files, UiParts.growing(conflict())));
        apply.setOnAction(e -> {
            leave();
            resolved.accept(model.resolutions());
        });
        foot(List.of(progress), TEXTS.get("cancel"), apply);
        addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        files.getSelectionModel().selectFirst();
    }

    // One below the other: in half the width, the words that differ would often be out of sight.
    private Node conflict() {
        VBox all = UiParts.column(
                12,
                UiParts.row(8, place, UiParts.grow(), position),
                note,
                side(TEXTS.get("side.project"), project),
                side(TEXTS.get("side.sandbox"), sandbox),
                buttons());
        all.setPadding(new Insets(16, PADDING, 16, 16));
        return all;
    }

    private static VBox side(String title, DiffView lines) {
        lines.sideBySide(false);
        lines.setAccessibleText(title);
        VBox side = UiParts.column(4, UiParts.text(title, "sm", "muted"), lines);
        VBox.setVgrow(lines, Priority.ALWAYS);
        VBox.setVgrow(side, Priority.ALWAYS);
        // Both sides are equally high.
        side.setMinHeight(0);
        side.setPrefHeight(1);
        return side;
    }

    private HBox buttons() {
        HBox buttons = UiParts.row(8);
        for (ConflictChoice choice : List.of(ConflictChoice.PROJECT, ConflictChoice.BOTH, ConflictChoice.SANDBOX)) {
            ToggleButton button = UiParts.withKey(new ToggleButton(TEXTS.get(choice)), key(choice));
            button.getStyleClass().add("conflict-choice");
            button.setMinWidth(Region.USE_PREF_SIZE);
            button.setOnAction(e -> choose(choice));
            choices.put(choice, button);
            buttons.getChildren().add(button);
        }
        return buttons;
    }

    private static String key(ConflictChoice choice) {
        return choice.name().substring(0, 1);
    }

    private void key(KeyEvent e) {
        if (e.isShortcutDown() || e.isAltDown()) {
            return;
        }
        switch (e.getCode()) {
            case P -> choose(ConflictChoice.PROJECT);
            case B -> choose(ConflictChoice.BOTH);
            case S -> choose(ConflictChoice.SANDBOX);
            case J -> move(1);
            case K -> move(-1);
            default -> {
                return;
            }
        }
        e.consume();
    }

    private void choose(ConflictChoice choice) {
        boolean _ = model.choose(choice);
        show();
        if (model.complete()) {
            apply.requestFocus();
        }
    }

    private void move(int step) {
        model.move(step);
        show();
    }

    private void show() {
        ConflictModel.ConflictSpot spot = model.current();
        ConflictHunk hunk = spot.hunk();
        String reason = spot.file().note();
        files.getSelectionModel().select(spot.file());
        place.setText(TEXTS.get("place", FigureFormat.printable(spot.file().path()), spot.place()));
        position.setText(model.position());
        note.setText(reason == null ? "" : TEXTS.get("whole", reason));
        note.setVisible(reason != null);
        note.setManaged(reason != null);
        project.show(hunk == null ? List.of() : ConflictModel.rows(hunk.base(), hunk.project()));
        sandbox.show(hunk == null ? List.of() : ConflictModel.rows(hunk.base(), hunk.sandbox()));
        choices.forEach((choice, button) -> button.setSelected(choice == spot.choice()));
        choices.forEach((choice, button) -> button.setDisable(choice == ConflictChoice.BOTH && hunk == null));
        progress.setText(model.progress());
        apply.setDisable(!model.complete());
        files.refresh();
    }

    private final class FileCell extends ListCell<FileConflict> {
        @Override
        protected void updateItem(FileConflict file, boolean empty) {
            super.updateItem(file, empty);
            if (empty || file == null) {
                setGraphic(null);
                return;
            }
            Label path = UiParts.cut(FigureFormat.printable(file.path()));
            path.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
            HBox row = UiParts.row(8, path, UiParts.grow(), UiParts.text(model.progress(file), "sm", "muted"));
            row.getStyleClass().add("cell-box");
            setGraphic(row);
        }
    }
}
