package dev.belljar.app.review;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.diff.DiffMaker;
import dev.belljar.app.diff.DiffRow;
import dev.belljar.app.diff.DiffView;
import dev.belljar.app.diff.HunkHeads.HeadPlace;
import dev.belljar.app.diff.HunkRows;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.review.decision.HunkDecision;
import dev.belljar.app.review.decision.ReviewPaths;
import dev.belljar.app.review.decision.ReviewSpot;
import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.app.review.writer.WritersLayer;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileContents;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The right side of the review: the hunks of the current file.
final class HunkPane extends VBox {
    private static final Texts TEXTS = Texts.of(HunkPane.class);

    /// What is drawn; the same is not drawn again.
    private record DrawnFile(
            ReviewedFile file, FileHunks text, List<HunkDecision> decisions, Set<Integer> open, boolean whole) {}

    private final Actions actions;
    private final UiContext context;
    private final HunkLoader loader;
    private final HunkButtons buttons;
    private final Runnable readNow;
    private final FileHead head;
    private final DiffView diff;
    private final StackPane body = new StackPane();
    private final WritersLayer layer = new WritersLayer(this);
    private final Set<Integer> open = new HashSet<>();
    private @Nullable ReviewSpot spot;
    private @Nullable DrawnFile drawn;
    private @Nullable ReviewSpot revealed;
    private boolean whole;
    private @Nullable UiTask<FileContents> asking;

    /// `readNow` runs when a file that could run on the host is shown for the first time.
    HunkPane(
            Actions actions,
            UiContext context,
            HunkLoader loader,
            ReviewController controller,
            HunkButtons buttons,
            Runnable readNow) {
        this.actions = actions;
        this.context = context;
        this.loader = loader;
        this.buttons = buttons;
        this.readNow = readNow;
        head = new FileHead(controller);
        diff = new DiffView(context.theme(), this::head);
        getStyleClass().add("hunk-pane");
        setMinWidth(0);
        body.setMinSize(0, 0);
        StackPane under = new StackPane(body, layer);
        under.setMinSize(0, 0);
        getChildren().setAll(head, UiParts.growing(under));
    }

    /// The layer for what is shown above the hunks.
    WritersLayer layer() {
        return layer;
    }

    void sideBySide(boolean next) {
        diff.sideBySide(next);
    }

    /// Shows the current hunk, and loads its file if that is necessary.
    void show(ReviewSpot next) {
        ReviewSpot before = spot;
        boolean other = before == null || !before.file().equals(next.file());
        spot = next;
        if (other) {
            layer.getChildren().clear();
            open.clear();
            whole = false;
            stop();
        }
        head.show(next);
        FileHunks text = text(next.file());
        if (text != null) {
            draw(next, text);
            loader.next();
        } else if (other || (drawn == null && !loader.loads(next.file()))) {
            drawn = null;
            cover(loading(next.file().path()));
            loader.load(next.file(), loaded -> loaded(next.file()), problem -> {
                if (isShown(next.file())) {
                    cover(ProblemPane.screen(TEXTS.get("file.failed"), problem));
                }
            });
        }
    }

    private @Nullable FileHunks text(ReviewedFile file) {
        DrawnFile now = drawn;
        return loader.known(file).orElse(now != null && now.file().equals(file) ? now.text() : null);
    }

    private void loaded(ReviewedFile file) {
        if (isShown(file)) {
            readNow.run();
        }
    }

    private boolean isShown(ReviewedFile file) {
        ReviewSpot now = spot;
        return now != null && now.file().equals(file);
    }

    private static Node loading(String path) {
        HBox words = UiParts.row(
                8,
                new StateShape(StateShape.ShapeKind.BUSY, 12),
                UiParts.cut(TEXTS.get("file.loading", FigureFormat.printable(ReviewPaths.name(path))), "muted"));
        words.getStyleClass().add("diff-loading");
        words.setAlignment(Pos.CENTER);
        return words;
    }

    /// Shows this node instead of a file.
    void say(Node instead) {
        spot = null;
        drawn = null;
        stop();
        layer.getChildren().clear();
        head.setVisible(false);
        head.setManaged(false);
        cover(instead);
    }

    private void draw(ReviewSpot at, FileHunks text) {
        head.setVisible(true);
        head.setManaged(true);
        ReviewedFile file = at.file();
        if (!file.risky()) {
            getStyleClass().remove("risky");
        } else if (!getStyleClass().contains("risky")) {
            getStyleClass().add("risky");
        }
        boolean unread = file.risky() && !file.read();
        file.markRead();
        DrawnFile now = new DrawnFile(file, text, file.decisions(), Set.copyOf(open), whole);
        DrawnFile before = drawn;
        diff.current(at.hunk());
        if (!now.equals(before)) {
            drawn = now;
            if (text.hunks().isEmpty()) {
                one(at, text);
            } else {
                rows(now, before != null && before.file().equals(file));
            }
        }
        if (!now.equals(before) || !at.equals(revealed)) {
            revealed = at;
            diff.reveal(at.hunk());
        }
        if (unread) {
            readNow.run();
        }
    }

    private void rows(DrawnFile now, boolean same) {
        IntPredicate folded =
                hunk -> now.decisions().get(hunk).decided() && !now.open().contains(hunk);
        List<DiffRow> rows = HunkRows.of(
                Objects.requireNonNullElse(now.text().before(), ""),
                Objects.requireNonNullElse(now.text().after(), ""),
                now.text().hunks(),
                folded,
                now.whole());
        if (same) {
            diff.replace(rows);
        } else {
            diff.show(rows);
        }
        uncover();
    }

    private void uncover() {
        clear();
        diff.setVisible(true);
    }

    /// Shows this node instead of the diff.
    private void cover(Node instead) {
        clear();
        diff.setVisible(false);
        body.getChildren().add(instead);
    }

    /// Removes what is in front of the diff. The diff stays in the window: when it is added again, all its lines are
    /// styled again, which takes longer than a frame.
    private void clear() {
        var shown = body.getChildren();
        shown.retainAll(diff);
        if (shown.isEmpty()) {
            shown.add(diff);
        }
    }

    /// Shows a file without hunks, which is decided as a whole: its text, or why there is none.
    private void one(ReviewSpot at, FileHunks text) {
        HunkHead above = new HunkHead(HeadPlace.WHOLE, buttons, context);
        above.show(at.file(), 0, true);
        String note = text.note();
        if (note != null) {
            cover(UiParts.column(
                    0, above, UiParts.growing(EmptyState.screen(Feather.FILE, TEXTS.get("file.nothing"), note))));
            return;
        }
        diff.show(DiffMaker.rows(
                Objects.requireNonNullElse(text.before(), ""), Objects.requireNonNullElse(text.after(), "")));
        diff.setVisible(true);
        body.getChildren().setAll(UiParts.column(0, above, UiParts.growing(diff)));
    }

    private Region head(int hunk, HeadPlace place, @Nullable Region used) {
        ReviewSpot now = spot;
        if (now == null || hunk >= now.file().hunks()) {
            return new Region();
        }
        HunkHead head = used instanceof HunkHead known && known.place() == place
                ? known
                : new HunkHead(place, buttons, context);
        head.show(now.file(), hunk, hunk == now.hunk());
        head.setOnMouseClicked(e -> toggle(hunk));
        return head;
    }

    /// Opens or closes a hunk that is decided, and goes to one that is not.
    void toggle(int hunk) {
        ReviewSpot now = spot;
        if (now != null) {
            if (!open.remove(hunk) && now.file().decision(hunk).decided()) {
                open.add(hunk);
            }
            buttons.go(hunk);
        }
    }

    /// Shows all lines of the file, or only those around its hunks.
    void read() {
        ReviewSpot now = spot;
        if (now != null) {
            whole = !whole;
            FileHunks text = text(now.file());
            if (text != null) {
                draw(now, text);
            }
        }
    }

    /// Shows both sides of one of the user's own files.
    void showOwn(FileChange change, Supplier<UiTask<FileContents>> contents) {
        say(loading(change.path()));
        head.setVisible(true);
        head.setManaged(true);
        head.show(change);
        asking = contents.get()
                .done(this::own)
                .failed(problem -> cover(ProblemPane.screen(TEXTS.get("file.failed"), problem)))
                .begin();
    }

    private void own(FileContents text) {
        String note = text.note();
        if (note != null) {
            cover(EmptyState.screen(Feather.FILE, TEXTS.get("file.nothing"), note));
            return;
        }
        String before = Objects.requireNonNullElse(text.before(), "");
        String after = Objects.requireNonNullElse(text.after(), "");
        Thread.ofVirtual().name("belljar-diff").start(() -> {
            List<DiffRow> rows = DiffMaker.rows(before, after);
            actions.later(() -> {
                if (spot == null) {
                    diff.show(rows);
                    uncover();
                }
            });
        });
    }

    private void stop() {
        UiTask<FileContents> old = asking;
        asking = null;
        if (old != null) {
            old.cancel();
        }
    }

    /// Ends pending requests.
    void close() {
        stop();
        loader.close();
    }
}
