package dev.belljar.app.changes;

import dev.belljar.app.intent.Doing;
import dev.belljar.app.intent.Wishes;
import dev.belljar.app.live.Pin;
import dev.belljar.app.live.ProcessLine;
import dev.belljar.app.live.SandboxWatch;
import dev.belljar.app.live.WorkPicture;
import dev.belljar.app.live.Writer;
import dev.belljar.app.look.Counts;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Empty;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Room;
import dev.belljar.app.look.Segments;
import dev.belljar.app.look.Trouble;
import dev.belljar.contract.view.FileChange;
import dev.belljar.contract.view.FileContents;
import dev.belljar.contract.view.FileDiff;
import java.util.List;
import java.util.Objects;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// What the machine changed against the commit it started from, file by file.
public final class ChangesView implements Room {
    private static final double TWO_SIDES = 680;
    private static final double WORDS = 560;
    private static final double LITTLE = 900;

    private final String id;
    private final Wishes wishes;
    private final Desk desk;
    private final SandboxWatch watch;
    private final TreePane tree = new TreePane(this::open);
    private final DiffView diff = new DiffView();
    private final HBox title = Parts.row(8);
    private final Label position = Parts.text("", "sm", "muted");
    private final StackPane body = new StackPane();
    private final HBox full;
    private final StackPane layer = new StackPane();
    private final WriterBar writer;
    private final StackPane all = new StackPane();
    private final Segments shape = new Segments(this::shape);
    private final Pin pin;
    private boolean asked;
    private boolean adapting;
    private @Nullable FileChange shown;
    private @Nullable FileDiff known;
    private @Nullable Doing<FileContents> asking;

    public ChangesView(String id, SandboxWatch watch, Wishes wishes, Desk desk) {
        this.id = id;
        this.watch = watch;
        this.wishes = wishes;
        this.desk = desk;
        body.setMinHeight(0);
        writer = new WriterBar(desk, this::who);
        layer.setPickOnBounds(false);
        layer.setAlignment(Pos.TOP_LEFT);
        layer.setPadding(new Insets(4, 12, 12, 12));
        StackPane under = new StackPane(body, layer);
        under.setMinSize(0, 0);
        VBox right = Parts.column(0, tools(), writer, Parts.growing(under));
        right.setMinWidth(0);
        full = new HBox(tree, Parts.growing(right));
        full.setMinHeight(0);
        full.widthProperty().addListener((at, was, now) -> tree.narrow(now.doubleValue() < LITTLE));
        body.widthProperty().addListener((at, was, now) -> adapt(now.doubleValue()));
        full.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        pin = watch.work().watch(this::show);
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void shown() {
        show(watch.work().now());
        full.requestFocus();
    }

    @Override
    public void refresh() {
        watch.hurry();
    }

    @Override
    public void close() {
        pin.close();
        Doing<FileContents> old = asking;
        if (old != null) {
            old.cancel();
        }
    }

    private void shape(int index) {
        asked |= !adapting;
        diff.sideBySide(index == 0);
        place();
    }

    /// Two sides need room: in little of it lines stand below each other, until the person wants it otherwise.
    private void adapt(double width) {
        shape.brief(width < WORDS);
        if (!asked && width > 0) {
            adapting = true;
            shape.choose(width < TWO_SIDES ? 1 : 0);
            adapting = false;
        }
    }

    private HBox tools() {
        shape.with(Icon.of(Feather.COLUMNS, 14), "Side by side").with(Icon.of(Feather.ALIGN_LEFT, 14), "Inline");
        Button up = Parts.iconButton(Feather.CHEVRON_UP, "Change before");
        up.setOnAction(e -> step(-1));
        Button down = Parts.iconButton(Feather.CHEVRON_DOWN, "Next change");
        down.setOnAction(e -> step(1));
        Parts.tip(up, "Change before", "K");
        Parts.tip(down, "Next change", "J");
        title.setMinWidth(0);
        HBox tools = new HBox(title, Parts.grow(), shape, Parts.row(2, up, position, down));
        tools.getStyleClass().add("tools");
        return tools;
    }

    private void show(WorkPicture work) {
        if (all.getScene() == null) {
            return;
        }
        FileDiff now = work.diff();
        if (now == null) {
            Node waiting = work.problem() == null
                    ? Empty.screen(
                            Feather.GIT_COMMIT,
                            "Looking what changed",
                            "The host compares the machine's files with the commit it started from.")
                    : Trouble.screen("What changed is not known", work.problem());
            all.getChildren().setAll(waiting);
            return;
        }
        FileChange seen = shown;
        if (seen != null) {
            writers(seen);
        }
        if (now.equals(known)) {
            return;
        }
        known = now;
        if (now.files().isEmpty() && now.system().isEmpty()) {
            all.getChildren()
                    .setAll(Empty.screen(
                            Feather.GIT_COMMIT,
                            "Nothing has changed",
                            "Files that differ from your project will appear here, with every line. Nothing comes back before you"
                                    + " have looked at it and pressed Sync."));
            return;
        }
        tree.show(now.base(), now.files(), now.system(), work.uncommitted());
        if (!all.getChildren().contains(full)) {
            all.getChildren().setAll(full);
        }
        if (now.files().isEmpty()) {
            shown = null;
            title.getChildren().clear();
            body.getChildren()
                    .setAll(Empty.screen(
                            Feather.GIT_COMMIT,
                            "Nothing has changed in your project",
                            "What differs outside of it stays in the machine, and never comes back."));
        }
        FileChange before = shown;
        now.files().stream()
                .filter(f -> before != null && f.path().equals(before.path()))
                .findFirst()
                .or(() -> now.files().stream().filter(f -> f.risk() == null).findFirst())
                .or(() -> now.files().stream().findFirst())
                .filter(f -> !f.equals(before))
                .ifPresent(this::open);
    }

    /// Shows this file's two sides.
    public void open(FileChange file) {
        shown = file;
        tree.mark(file);
        layer.getChildren().clear();
        writers(file);
        title.getChildren()
                .setAll(
                        Counts.mark(file),
                        Parts.row(
                                0,
                                Parts.cut(prefix(file), "mono", "faint"),
                                Parts.cut(Figures.printable(ChangeTree.name(file)), "mono")),
                        Counts.of(file));
        Doing<FileContents> old = asking;
        if (old != null) {
            old.cancel();
        }
        asking = wishes.contents(id, file.path())
                .done(this::compare)
                .failed(problem -> body.getChildren().setAll(Trouble.screen("This file could not be read", problem)))
                .begin();
    }

    private void writers(FileChange file) {
        List<Writer> writers = watch.writers(file.path());
        writer.show(writers, ancestry(writers));
    }

    private List<ProcessLine> ancestry(List<Writer> writers) {
        return writers.isEmpty()
                ? List.of()
                : watch.processes().now().ancestry(writers.getFirst().process());
    }

    /// Tells who wrote the file in sight, or stops telling.
    private void who() {
        FileChange file = shown;
        boolean open = !layer.getChildren().isEmpty();
        layer.getChildren().clear();
        List<Writer> writers = file == null || open ? List.of() : watch.writers(file.path());
        if (!writers.isEmpty()) {
            layer.getChildren().add(new WriterCard(desk, writers, ancestry(writers), layer.getChildren()::clear));
        }
    }

    private static String prefix(FileChange file) {
        String folder = ChangeTree.folder(file);
        return folder.isEmpty() ? "" : Figures.printable(folder) + "/";
    }

    /// Compares on a thread of its own: a large file takes its time.
    private void compare(FileContents contents) {
        String before = Objects.requireNonNullElse(contents.before(), "");
        String after = Objects.requireNonNullElse(contents.after(), "");
        String note = contents.note();
        if (note != null) {
            body.getChildren().setAll(Empty.screen(Feather.FILE, "No lines to show", note));
            return;
        }
        Thread.ofVirtual().name("belljar-diff").start(() -> {
            List<DiffRow> rows = DiffMaker.rows(before, after);
            wishes.later(() -> draw(contents.path(), rows));
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
        position.setText(diff.hunk() + " of " + diff.hunks());
    }

    private void key(KeyEvent e) {
        if (e.getCode() == KeyCode.J) {
            step(1);
        } else if (e.getCode() == KeyCode.K && !e.isControlDown()) {
            step(-1);
        } else if (e.getCode() == KeyCode.W && !e.isControlDown()) {
            who();
        } else if (e.getCode() == KeyCode.ESCAPE && !layer.getChildren().isEmpty()) {
            layer.getChildren().clear();
            e.consume();
        }
    }
}
