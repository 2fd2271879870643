package dev.belljar.app.changes;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.diff.DiffMaker;
import dev.belljar.app.diff.DiffRow;
import dev.belljar.app.diff.DiffView;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.Theme;
import dev.belljar.app.ui.ChangeCounts;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileContents;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// One changed file: its name, its two sides, and buttons that go from change to change.
final class FileSides {
    private static final Texts TEXTS = Texts.of(FileSides.class);
    private static final double TWO_SIDES = 680;
    private static final double WORDS = 560;

    private final Actions actions;
    private final DiffView diff;
    private final RecentDiffs recent = new RecentDiffs();
    private final HBox title = UiParts.row(8);
    private final Label position = UiParts.text("", "sm", "muted");
    private final StackPane body = new StackPane();
    private final SegmentedControl shape = new SegmentedControl(this::shape);
    private final HBox tools;
    private boolean asked;
    private boolean adapting;
    private @Nullable FileChange shown;
    private @Nullable UiTask<FileContents> asking;

    FileSides(Actions actions, ReadOnlyObjectProperty<Theme> theme) {
        this.actions = actions;
        this.diff = new DiffView(theme);
        this.tools = makeTools();
        body.setMinHeight(0);
        body.widthProperty().addListener((at, was, now) -> adapt(now.doubleValue()));
    }

    /// The toolbar with the file's name and the options.
    HBox tools() {
        return tools;
    }

    /// The two sides.
    StackPane body() {
        return body;
    }

    @Nullable
    FileChange shown() {
        return shown;
    }

    /// Shows a file: its name and counts at once, both sides when they have been read. `version` identifies
    /// the contents, so that a file shown before is not requested again. A request for another file is
    /// cancelled, so that it does not delay the visible one.
    void open(FileChange file, String version, Supplier<UiTask<FileContents>> contents) {
        boolean same = shown != null && shown.path().equals(file.path());
        shown = file;
        title.getChildren()
                .setAll(
                        ChangeCounts.mark(file),
                        UiParts.row(
                                0,
                                UiParts.cut(prefix(file), "mono", "faint"),
                                UiParts.cut(FigureFormat.printable(ChangeTree.name(file)), "mono")),
                        ChangeCounts.of(file));
        close();
        String key = version + " " + file.path();
        List<DiffRow> known = recent.get(key);
        if (known != null) {
            draw(file.path(), known);
            return;
        }
        if (!same || !body.getChildren().contains(diff)) {
            position.setText("");
            body.getChildren().setAll(loading(file));
        }
        asking = contents.get()
                .done(answer -> compare(key, answer))
                .failed(problem -> body.getChildren().setAll(ProblemPane.screen(TEXTS.get("file.failed"), problem)))
                .begin();
    }

    private static Node loading(FileChange file) {
        HBox words = UiParts.row(
                8,
                new StateShape(StateShape.ShapeKind.BUSY, 12),
                UiParts.cut(TEXTS.get("file.loading", FigureFormat.printable(ChangeTree.name(file))), "muted"));
        words.getStyleClass().add("diff-loading");
        words.setAlignment(Pos.CENTER);
        return words;
    }

    /// Shows this node instead of a file.
    void say(Node instead) {
        shown = null;
        title.getChildren().clear();
        body.getChildren().setAll(instead);
    }

    /// Handles the keys that go from change to change; false for other keys.
    boolean key(KeyEvent e) {
        if (e.getCode() == KeyCode.J) {
            step(1);
        } else if (e.getCode() == KeyCode.K && !e.isControlDown()) {
            step(-1);
        } else {
            return false;
        }
        return true;
    }

    /// Cancels a pending request.
    void close() {
        UiTask<FileContents> old = asking;
        if (old != null) {
            old.cancel();
        }
    }

    private void shape(int index) {
        asked |= !adapting;
        diff.sideBySide(index == 0);
        place();
    }

    /// Chooses the inline form in a narrow view and two columns otherwise, until the user chooses one.
    private void adapt(double width) {
        shape.brief(width < WORDS);
        if (!asked && width > 0) {
            adapting = true;
            shape.choose(width < TWO_SIDES ? 1 : 0);
            adapting = false;
        }
    }

    private HBox makeTools() {
        shape.with(Icon.of(Feather.COLUMNS, 14), TEXTS.get("file.split"))
                .with(Icon.of(Feather.ALIGN_LEFT, 14), TEXTS.get("file.inline"));
        Button up = UiParts.iconButton(Feather.CHEVRON_UP, TEXTS.get("file.previous"));
        up.setOnAction(e -> step(-1));
        Button down = UiParts.iconButton(Feather.CHEVRON_DOWN, TEXTS.get("file.next"));
        down.setOnAction(e -> step(1));
        UiParts.tip(up, TEXTS.get("file.previous"), "K");
        UiParts.tip(down, TEXTS.get("file.next"), "J");
        title.setMinWidth(0);
        HBox line = new HBox(title, UiParts.grow(), shape, UiParts.row(2, up, position, down));
        line.getStyleClass().add("tools");
        return line;
    }

    private static String prefix(FileChange file) {
        String folder = ChangeTree.folder(file);
        return folder.isEmpty() ? "" : FigureFormat.printable(folder) + "/";
    }

    /// Compares on a separate thread, because a large file takes long.
    private void compare(String key, FileContents contents) {
        String before = Objects.requireNonNullElse(contents.before(), "");
        String after = Objects.requireNonNullElse(contents.after(), "");
        String note = contents.note();
        if (note != null) {
            body.getChildren().setAll(EmptyState.screen(Feather.FILE, TEXTS.get("file.nothing"), note));
            return;
        }
        Thread.ofVirtual().name("belljar-diff").start(() -> {
            List<DiffRow> rows = DiffMaker.rows(before, after);
            actions.later(() -> {
                recent.put(key, rows);
                draw(contents.path(), rows);
            });
        });
    }

    private void draw(String path, List<DiffRow> rows) {
        FileChange file = shown;
        if (file != null && file.path().equals(path)) {
            diff.show(rows);
            body.getChildren().setAll(diff);
            place();
        }
    }

    private void step(int by) {
        diff.step(by);
        place();
    }

    private void place() {
        position.setText(TEXTS.get("file.position", diff.hunk(), diff.hunks()));
    }
}
