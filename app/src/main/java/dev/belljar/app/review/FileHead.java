package dev.belljar.app.review;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.review.decision.HunkDecision;
import dev.belljar.app.review.decision.ReviewPaths;
import dev.belljar.app.review.decision.ReviewSpot;
import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ChangeCounts;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.work.FileChange;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The line above the hunks of a file: its name, the number of the current hunk, and *Accept file*. Below it, the
/// reason why the file could run on the host, if it could.
final class FileHead extends VBox {
    private static final Texts TEXTS = Texts.of(FileHead.class);
    private static final double KEYS = 620;

    private final ReviewController controller;
    private final CheckBox tick = new CheckBox();
    private final HBox title = UiParts.row(8);
    private final Label position = UiParts.text("", "sm", "muted");
    private final Button whole =
            UiParts.withKey(UiParts.button(TEXTS.get("file.accept"), "flat", "small"), TEXTS.get("file.accept.key"));
    private final HBox steps;
    private final HBox reason = UiParts.row(8);
    private @Nullable FileChange named;
    private @Nullable String explained;

    FileHead(ReviewController controller) {
        this.controller = controller;
        Button up = UiParts.iconButton(Feather.CHEVRON_UP, TEXTS.get("file.previous"));
        up.setOnAction(e -> controller.step(-1));
        Button down = UiParts.iconButton(Feather.CHEVRON_DOWN, TEXTS.get("file.next"));
        down.setOnAction(e -> controller.step(1));
        UiParts.tip(up, TEXTS.get("file.previous"), "K");
        UiParts.tip(down, TEXTS.get("file.next"), "J");
        whole.getStyleClass().add("accept-file");
        whole.setOnAction(e -> controller.acceptFile());
        title.setMinWidth(0);
        steps = UiParts.row(4, position, up, down);
        HBox line = UiParts.row(8, tick, title, UiParts.grow(), steps, whole);
        line.getStyleClass().add("file-head");
        reason.getStyleClass().add("read-reason");
        setMinWidth(0);
        getChildren().setAll(line, reason);
        widthProperty().addListener((at, was, now) -> whole.setVisible(now.doubleValue() >= KEYS));
        whole.managedProperty().bind(whole.visibleProperty());
    }

    /// Shows a file to decide about.
    void show(ReviewSpot spot) {
        ReviewedFile file = spot.file();
        name(file.change());
        there(true);
        tick.setAccessibleText(TEXTS.get("queue.tick", FigureFormat.printable(file.path())));
        tick.setSelected(file.included() > 0);
        tick.setIndeterminate(file.included() > 0 && file.included() < file.hunks());
        tick.setOnAction(e -> {
            boolean all = file.included() == file.hunks();
            tick.setSelected(file.included() > 0);
            if (all) {
                controller.decideFile(file, HunkDecision.OPEN);
            } else {
                controller.acceptFile(file);
            }
        });
        // Until the hunks are known, it is not known either at which of them the user will be.
        position.setText(file.loaded() ? TEXTS.get("file.position", spot.hunk() + 1, file.hunks()) : "");
        String risk = file.change().risk();
        put(risk != null);
        if (risk != null && !risk.equals(explained)) {
            explained = risk;
            reason.getChildren()
                    .setAll(
                            Icon.of(Feather.ALERT_OCTAGON, 14, "danger"),
                            UiParts.growing(UiParts.prose(TEXTS.get("file.risk", risk), Double.MAX_VALUE, "sm")));
        }
    }

    /// Shows a file that cannot be decided.
    void show(FileChange change) {
        name(change);
        there(false);
        put(false);
    }

    private void name(FileChange change) {
        if (change.equals(named)) {
            return;
        }
        named = change;
        String path = FigureFormat.printable(change.path());
        String folder = ReviewPaths.folder(path);
        title.getChildren()
                .setAll(
                        ChangeCounts.mark(change),
                        UiParts.row(
                                0,
                                UiParts.cut(folder.isEmpty() ? "" : folder + "/", "mono", "faint"),
                                UiParts.cut(ReviewPaths.name(path), "mono", "med")),
                        ChangeCounts.of(change));
        String from = change.from();
        if (from != null) {
            title.getChildren()
                    .add(2, UiParts.cut(TEXTS.get("file.from", FigureFormat.printable(from)), "sm", "muted"));
        }
        setAccessibleText(path);
    }

    private void there(boolean decidable) {
        tick.setVisible(decidable);
        tick.setManaged(decidable);
        steps.setVisible(decidable);
        steps.setManaged(decidable);
        whole.setVisible(decidable && getWidth() >= KEYS);
    }

    private void put(boolean risky) {
        reason.setVisible(risky);
        reason.setManaged(risky);
        whole.setText(TEXTS.get(risky ? "hunk.include" : "file.accept"));
    }
}
