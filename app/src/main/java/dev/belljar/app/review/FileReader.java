package dev.belljar.app.review;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.diff.DiffMaker;
import dev.belljar.app.diff.DiffRow;
import dev.belljar.app.diff.DiffView;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ChangeCounts;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.util.List;
import java.util.Objects;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The diff of one file of a review, with the reason why the file could run on the host, if it could.
final class FileReader extends VBox {
    private static final Texts TEXTS = Texts.of(FileReader.class);

    private final Actions actions;
    private final DiffView diff = new DiffView();
    private final HBox title = UiParts.row(8);
    private final HBox reason = UiParts.row(8);
    private final Button close = UiParts.iconButton(Feather.X, TEXTS.get("read.close"));
    private final StackPane body = new StackPane();
    private @Nullable FileChange shown;
    private @Nullable UiTask<FileContents> asking;

    FileReader(Actions actions, Runnable shut) {
        this.actions = actions;
        getStyleClass().add("file-reader");
        setMinWidth(0);
        title.getStyleClass().add("tools");
        title.setMinWidth(0);
        reason.getStyleClass().add("read-reason");
        body.setMinSize(0, 0);
        diff.sideBySide(false);
        close.setOnAction(e -> shut.run());
        getChildren().addAll(title, reason, UiParts.growing(body));
    }

    /// Shows a file between these two commits: its name at once, its lines when they have been read.
    void show(FileChange file, WorkspaceComparison sides) {
        stop();
        shown = file;
        Label path = UiParts.cut(FigureFormat.printable(file.path()), "mono", "m12");
        path.setTextOverrun(OverrunStyle.LEADING_ELLIPSIS);
        title.getChildren().setAll(ChangeCounts.mark(file), UiParts.growing(path), ChangeCounts.of(file), close);
        String risk = file.risk();
        reason.setVisible(risk != null);
        reason.setManaged(risk != null);
        if (risk != null) {
            reason.getChildren()
                    .setAll(
                            Icon.of(Feather.ALERT_OCTAGON, 14, "danger"),
                            UiParts.growing(UiParts.prose(risk, Double.MAX_VALUE, "sm")));
        }
        body.getChildren().setAll(loading(file));
        asking = actions.snapshots()
                .contents(sides, file.path())
                .done(contents -> compare(file, contents))
                .failed(problem -> body.getChildren().setAll(ProblemPane.screen(TEXTS.get("read.failed"), problem)))
                .begin();
    }

    /// Cancels a pending request.
    void stop() {
        shown = null;
        UiTask<FileContents> old = asking;
        if (old != null) {
            old.cancel();
        }
    }

    private static Node loading(FileChange file) {
        HBox words = UiParts.row(
                8,
                new StateShape(StateShape.ShapeKind.BUSY, 12),
                UiParts.cut(TEXTS.get("read.loading", FigureFormat.printable(file.path())), "muted"));
        words.setAlignment(Pos.CENTER);
        return words;
    }

    /// Compares on a separate thread, because a large file takes long.
    private void compare(FileChange file, FileContents contents) {
        String note = contents.note();
        if (note != null) {
            body.getChildren().setAll(EmptyState.screen(Feather.FILE, TEXTS.get("read.nothing"), note));
            return;
        }
        String before = Objects.requireNonNullElse(contents.before(), "");
        String after = Objects.requireNonNullElse(contents.after(), "");
        Thread.ofVirtual().name("belljar-diff").start(() -> {
            List<DiffRow> rows = DiffMaker.rows(before, after);
            actions.later(() -> {
                if (file.equals(shown)) {
                    diff.show(rows);
                    body.getChildren().setAll(diff);
                }
            });
        });
    }
}
