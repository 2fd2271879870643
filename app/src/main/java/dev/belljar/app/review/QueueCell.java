package dev.belljar.app.review;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.review.QueueRow.EntryRow;
import dev.belljar.app.review.QueueRow.FileRow;
import dev.belljar.app.review.QueueRow.FolderRow;
import dev.belljar.app.review.QueueRow.OtherHead;
import dev.belljar.app.review.QueueRow.OtherRow;
import dev.belljar.app.review.decision.HunkDecision;
import dev.belljar.app.review.decision.ReviewPaths;
import dev.belljar.app.review.decision.ReviewProgress;
import dev.belljar.app.review.decision.ReviewSpot;
import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ChangeCounts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.work.FileChange;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// A row of the queue: a commit, a folder or a file.
final class QueueCell extends ListCell<QueueRow> {
    private static final Texts TEXTS = Texts.of(QueueCell.class);
    private static final int LONGEST = 38;

    private final ReviewModel model;
    private final ReviewController controller;
    private final UiContext context;
    private final HunkBoxes boxes = new HunkBoxes();
    // A tooltip is a window of its own, which takes longer to make than all else in a row.
    private final Tooltip tip = UiParts.tip();
    private @Nullable DrawnRow drawn;

    // What a row looks like; the same is not drawn again. `hunks` is 0 if their
    // number is not known, `current` the number of the current hunk, or -1.
    private record DrawnRow(
            QueueRow row,
            @Nullable String entry,
            List<HunkDecision> decisions,
            int hunks,
            int current,
            ReviewProgress progress,
            ReviewModel.ReviewGrouping grouping) {}

    /// `toggle` opens or closes a group.
    QueueCell(ReviewModel model, ReviewController controller, UiContext context, Consumer<QueueRow> toggle) {
        this.model = model;
        this.controller = controller;
        this.context = context;
        setPrefWidth(0);
        setOnMouseClicked(e -> {
            QueueRow row = getItem();
            if (row != null && !(e.getTarget() instanceof CheckBox)) {
                toggle.accept(row);
            }
        });
    }

    @Override
    protected void updateItem(@Nullable QueueRow row, boolean empty) {
        super.updateItem(row, empty);
        update();
    }

    /// Draws the row again if it looks different now.
    void update() {
        QueueRow row = isEmpty() ? null : getItem();
        DrawnRow next = row == null ? null : drawn(row);
        if (Objects.equals(next, drawn)) {
            return;
        }
        drawn = next;
        if (row == null) {
            setGraphic(null);
            setAccessibleText(null);
            return;
        }
        switch (row) {
            case EntryRow head -> entry(head);
            case FolderRow head ->
                group(head.folded(), Icon.of(Feather.FOLDER, 14, "faint"), head.folder(), head.files());
            case FileRow line -> file(line.file());
            case OtherHead head ->
                group(
                        head.folded(),
                        Icon.of(head.own() ? Feather.USER : Feather.HARD_DRIVE, 14, "faint"),
                        TEXTS.get(head.own() ? "queue.own" : "queue.outside"),
                        head.files());
            case OtherRow line -> other(line);
        }
    }

    private DrawnRow drawn(QueueRow row) {
        ReviewedFile file = row instanceof FileRow line ? line.file() : null;
        return new DrawnRow(
                row,
                file == null ? null : file.entry().id(),
                file == null ? List.of() : file.decisions(),
                file == null || !file.counted() ? 0 : file.total(),
                file == null ? -1 : current(file),
                row instanceof EntryRow head ? model.progress(head.entry()) : ReviewProgress.NONE,
                model.grouping());
    }

    private int current(ReviewedFile file) {
        return model.spot()
                .filter(spot -> spot.file().equals(file))
                .map(ReviewSpot::hunk)
                .orElse(-1);
    }

    private void entry(EntryRow row) {
        ReviewEntry entry = row.entry();
        ReviewProgress progress = model.progress(entry);
        String title = entry.committed() ? FigureFormat.printable(entry.subject()) : TEXTS.get("queue.uncommitted");
        CheckBox tick = tick(progress.included(), progress.left(), title);
        tick.setDisable(row.files() == 0);
        tick.setOnAction(e -> controller.decideEntry(entry, next(progress.included(), progress.left())));
        Label name = UiParts.cut(title, "med");
        HBox line = UiParts.row(8, tick, UiParts.growing(name));
        if (row.folded()) {
            // The boxes of its files say it while they are visible.
            line.getChildren().add(UiParts.text(ProgressText.shortly(progress), "sm", "muted"));
        }
        if (entry.committed()) {
            line.getChildren().add(UiParts.text(shortId(entry.id()), "mono", "sm", "muted"));
            UiParts.tip(
                    name,
                    TEXTS.get(
                            "queue.commit.tip",
                            title,
                            FigureFormat.printable(entry.author()),
                            context.dateTime(entry.time())),
                    "");
        } else {
            line.getChildren().add(Icon.of(Feather.EDIT_2, 12, "muted"));
        }
        if (entry.merge()) {
            Label merge = UiParts.tag(TEXTS.get("queue.merge"), "line");
            UiParts.tip(merge, TEXTS.get("queue.merge.tip"), "");
            line.getChildren().add(2, merge);
        }
        line.getChildren().add(Icon.of(row.folded() ? Feather.CHEVRON_RIGHT : Feather.CHEVRON_DOWN, 12, "faint"));
        line.setPadding(new Insets(0, 8, 0, 8));
        setGraphic(line);
        setAccessibleText(TEXTS.get("queue.commit.spoken", title, ProgressText.decided(progress)));
    }

    private void group(boolean folded, Node icon, String title, int files) {
        String name = FigureFormat.printable(title.isEmpty() ? "/" : title);
        HBox row = UiParts.row(
                6,
                Icon.of(folded ? Feather.CHEVRON_RIGHT : Feather.CHEVRON_DOWN, 12, "faint"),
                icon,
                UiParts.growing(UiParts.cut(name, "muted")),
                UiParts.text(Integer.toString(files), "sm", "faint"));
        row.setPadding(new Insets(0, 8, 0, 8));
        setGraphic(row);
        setAccessibleText(TEXTS.get("queue.group.spoken", name, files));
    }

    private void file(ReviewedFile file) {
        String path = FigureFormat.printable(file.path());
        ReviewProgress progress = ReviewProgress.of(List.of(file));
        int left = file.hunks() - file.included();
        CheckBox tick = tick(file.included(), left, path);
        tick.setOnAction(e -> controller.decideFile(file, next(file.included(), left)));
        Label name = UiParts.cut(ReviewPaths.name(path), file.decided() ? "muted" : "plain");
        if (file.change().status().equals("D")) {
            name.getStyleClass().addAll("faint", "struck");
        }
        tip.setText(path);
        Tooltip.install(name, tip);
        boxes.show(file, current(file), ProgressText.shortly(progress));
        HBox row = UiParts.row(8, tick, ChangeCounts.mark(file.change()), UiParts.growing(name));
        if (model.grouping() == ReviewModel.ReviewGrouping.FOLDERS
                && file.entry().committed()) {
            row.getChildren().add(UiParts.text(shortId(file.entry().id()), "mono", "sm", "faint"));
        }
        row.getChildren().add(boxes);
        row.setPadding(new Insets(0, 8, 0, 24));
        setGraphic(row);
        setAccessibleText(TEXTS.get("queue.file.spoken", path, file.change().status(), ProgressText.decided(progress)));
    }

    private void other(OtherRow row) {
        FileChange change = row.change();
        String path = FigureFormat.printable(change.path());
        Label name = row.own()
                ? UiParts.cut(ReviewPaths.name(path))
                : UiParts.cut(FigureFormat.middle(path, LONGEST), "mono", "m12", "muted");
        UiParts.tip(name, path, "");
        HBox line = UiParts.row(8, ChangeCounts.mark(change), UiParts.growing(name));
        if (row.own()) {
            line.getChildren().add(ChangeCounts.of(change));
        }
        line.setPadding(new Insets(0, 8, 0, 40));
        setGraphic(line);
        setAccessibleText(path);
    }

    private static CheckBox tick(int included, int left, String name) {
        CheckBox tick = new CheckBox();
        tick.setAccessibleText(TEXTS.get("queue.tick", name));
        tick.setFocusTraversable(false);
        tick.setSelected(included > 0);
        tick.setIndeterminate(included > 0 && left > 0);
        return tick;
    }

    /// What a click on a tick decides: everything is accepted, or nothing if everything was.
    private static HunkDecision next(int included, int left) {
        return included > 0 && left == 0 ? HunkDecision.OPEN : HunkDecision.ACCEPTED;
    }

    private static String shortId(String commit) {
        return commit.length() > 7 ? commit.substring(0, 7) : commit;
    }
}
