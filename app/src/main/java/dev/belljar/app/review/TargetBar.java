package dev.belljar.app.review;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.review.decision.ReviewProgress;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.host.HomeFolder;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.SyncTarget;
import java.io.File;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.stage.FileChooser;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The bar at the bottom of the review: where the accepted hunks go, and the button that sends them.
final class TargetBar extends HBox {
    private static final Texts TEXTS = Texts.of(TargetBar.class);
    private static final List<SyncTarget> TARGETS = List.of(SyncTarget.values());
    private static final double WORDS = 980;
    private static final double NOTE = 1_080;
    private static final double HISTORY = 600;
    private static final double HISTORY_WORDS = 1_320;

    private final TargetModel target;
    private final ReviewModel model;
    private final String project;
    private final SegmentedControl where = new SegmentedControl(this::where);
    private final TextField branch = new TextField();
    private final TextField patch = new TextField();
    private final Button choose = UiParts.iconButton(Feather.FOLDER, TEXTS.get("target.patch.choose"));
    private final CheckBox stash = new CheckBox(TEXTS.get("target.stash"));
    private final MenuButton history = new MenuButton();
    private final Label note = UiParts.cut("", "sm", "muted");
    private final Button safe = UiParts.button(TEXTS.get("target.safe", 0), "accept-safe");
    private final Button sync = UiParts.withKey(UiParts.button(TEXTS.get("target.sync", 0), "primary"), "Ctrl Enter");
    private boolean working;

    TargetBar(TargetModel target, ReviewModel model, String project, Runnable acceptSafe, Runnable run) {
        this.target = target;
        this.model = model;
        this.project = project;
        getStyleClass().add("target-bar");
        setMinWidth(0);
        where.with(Icon.of(Feather.GIT_BRANCH, 14), TEXTS.get(SyncTarget.BRANCH))
                .with(Icon.of(Feather.FILE_TEXT, 14), TEXTS.get(SyncTarget.PATCH))
                .with(Icon.of(Feather.FOLDER, 14), TEXTS.get(SyncTarget.WORKTREE));
        where.getStyleClass().add("sync-target");
        fields();
        histories();
        safe.setOnAction(e -> acceptSafe.run());
        sync.getStyleClass().add("sync-hunks");
        sync.setOnAction(e -> run.run());
        getChildren()
                .setAll(
                        UiParts.text(TEXTS.get("target.title"), "muted"),
                        where,
                        branch,
                        patch,
                        choose,
                        stash,
                        history,
                        note,
                        UiParts.grow(),
                        safe,
                        sync);
        widthProperty().addListener((at, was, now) -> show());
        show();
    }

    private void fields() {
        field(branch, TEXTS.get("target.branch.name"));
        branch.textProperty().addListener((at, was, now) -> target.branch(now));
        field(patch, TEXTS.get("target.patch.file"));
        patch.textProperty().addListener((at, was, now) -> target.patch(now, false));
        choose.setOnAction(e -> choose());
        stash.setOnAction(e -> target.stash(stash.isSelected()));
        UiParts.tip(stash, TEXTS.get("target.stash.tip"), "");
    }

    private void histories() {
        history.getItems()
                .setAll(
                        ContextMenus.item(TEXTS.get("history.keep"), Feather.GIT_COMMIT, () -> history(null)),
                        ContextMenus.item(
                                TEXTS.get("history.squash"), Feather.MINIMIZE_2, () -> history(CommitHistory.SQUASH)),
                        ContextMenus.item(
                                TEXTS.get("history.rebase"),
                                Feather.CORNER_UP_RIGHT,
                                () -> history(CommitHistory.REBASE)));
        history.setGraphic(Icon.of(Feather.GIT_MERGE, 14));
        history.setMinWidth(USE_PREF_SIZE);
        history.getStyleClass().add("base-menu");
    }

    private static void field(TextField field, String name) {
        field.setAccessibleText(name);
        field.getStyleClass().add("mono");
        field.setPrefWidth(172);
        field.setMinWidth(96);
    }

    private void where(int index) {
        target.target(TARGETS.get(index));
        show();
    }

    private void history(@Nullable CommitHistory next) {
        target.history(next);
        show();
    }

    private void choose() {
        FileChooser chooser = new FileChooser();
        chooser.setTitle(TEXTS.get("target.patch.choose"));
        File now = target.patch(HomeFolder.of(System.getenv())).toFile();
        chooser.setInitialFileName(now.getName());
        if (now.getParentFile() != null && now.getParentFile().isDirectory()) {
            chooser.setInitialDirectory(now.getParentFile());
        }
        chooser.getExtensionFilters()
                .setAll(new FileChooser.ExtensionFilter(TEXTS.get("target.patch.filter"), "*.patch", "*.diff"));
        File chosen = chooser.showSaveDialog(getScene().getWindow());
        if (chosen != null) {
            patch.setText(chosen.getPath());
            // The chooser has asked whether a file with this name is to be replaced.
            target.patch(chosen.getPath(), true);
        }
    }

    /// True while a sync runs.
    void working(boolean next) {
        working = next;
        show();
    }

    /// True if a sync can be started.
    boolean ready() {
        return !sync.isDisabled();
    }

    /// Shows the counts, and the fields of the chosen target.
    void show() {
        SyncTarget now = target.target();
        put(branch, now == SyncTarget.BRANCH);
        put(patch, now == SyncTarget.PATCH);
        put(choose, now == SyncTarget.PATCH);
        put(stash, now == SyncTarget.WORKTREE);
        put(history, now == SyncTarget.BRANCH && getWidth() >= HISTORY);
        branch.setPromptText(target.branch());
        patch.setPromptText(
                FigureFormat.home(target.patch(HomeFolder.of(System.getenv())).toString()));
        String kept = TEXTS.get(
                target.history() == null
                        ? "history.keep.short"
                        : target.history() == CommitHistory.SQUASH ? "history.squash.short" : "history.rebase.short");
        // Without a choice, the words are left out where the bar has no room for them.
        history.setText(target.history() == null && getWidth() < HISTORY_WORDS ? "" : kept);
        String spoken = TEXTS.get("history.spoken", kept);
        if (!spoken.equals(history.getAccessibleText())) {
            UiParts.tip(history, spoken, "");
            history.setAccessibleText(spoken);
        }
        String words = target.consequence(project);
        if (!words.equals(note.getText())) {
            note.setText(words);
            UiParts.tip(note, words, "");
            note.getStyleClass().remove("warn");
            if (now == SyncTarget.WORKTREE) {
                note.getStyleClass().add("warn");
            }
        }
        put(note, getWidth() >= NOTE || now == SyncTarget.WORKTREE);
        // The path of a project may be long; other notes are shown as a whole, and the fields give way.
        note.setMinWidth(now == SyncTarget.WORKTREE ? 0 : USE_PREF_SIZE);
        ReviewProgress progress = model.progress();
        safe.setText(TEXTS.get(progress.counted() ? "target.safe" : "target.safe.files", progress.safe()));
        put(safe, progress.safe() > 0 && target.selectable());
        sync.setText(target.action());
        sync.setDisable(working || !target.ready());
        where.brief(getWidth() < WORDS);
    }

    private static void put(Node node, boolean there) {
        node.setVisible(there);
        node.setManaged(there);
    }
}
