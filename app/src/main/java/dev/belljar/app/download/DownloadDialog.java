package dev.belljar.app.download;

import dev.belljar.app.action.DownloadActions;
import dev.belljar.app.action.DownloadActions.ArtifactPatterns;
import dev.belljar.app.action.DownloadActions.FoundFiles;
import dev.belljar.app.action.DownloadActions.RunningDownload;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import javafx.stage.DirectoryChooser;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Looks for files in a sandbox, shows what can be copied of them and what cannot, and copies them into a folder of
/// this computer.
public final class DownloadDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(DownloadDialog.class);
    private static final double WIDTH = 640;
    private static final double HEIGHT = 560;
    private static final double PROSE = WIDTH - 2 * PADDING;

    private final String id;
    private final Path project;
    private final UiContext context;
    private final DownloadActions actions;
    private final DownloadModel model = new DownloadModel();
    private final TextField path = new TextField();
    private final Label target = UiParts.cut("", "mono");
    private final VBox wanted = UiParts.column(4);
    private final VBox results = UiParts.column(16);
    private final StateShape busy = new StateShape(StateShape.ShapeKind.BUSY, 12);
    private final Label note = UiParts.cut("", "sm", "muted");
    private final Button look = UiParts.button(Feather.SEARCH, TEXTS.get("download.look"), "primary");
    private final Button act = UiParts.button(Feather.DOWNLOAD, TEXTS.get("download.act"), "primary");
    private final Button choose = UiParts.button(Feather.FOLDER, TEXTS.get("download.choose"));
    private Path folder;
    private @Nullable UiTask<?> doing;
    private @Nullable Runnable ticking;

    private DownloadDialog(SandboxViewState sandbox, UiContext context, DownloadActions actions, String title) {
        super(context.overlay(), WIDTH, title);
        this.id = sandbox.id();
        this.project = Path.of(sandbox.reported().spec().project());
        this.context = context;
        this.actions = actions;
        this.folder = actions.folder();
        setPrefHeight(HEIGHT);
        getStyleClass().add("download-box");
        icon(Feather.DOWNLOAD);
        path.setAccessibleText(TEXTS.get("download.path"));
        path.getStyleClass().add("mono");
        path.textProperty().addListener((at, was, now) -> forget());
        look.setOnAction(e -> find());
        act.getStyleClass().add("download-act");
        act.setOnAction(e -> copy());
        choose.setOnAction(e -> choose());
        VBox to = UiParts.column(
                4,
                UiParts.text(TEXTS.get("download.to"), "med"),
                UiParts.row(8, UiParts.growing(target), choose),
                UiParts.text(TEXTS.get("download.to.meaning"), "sm", "muted"));
        ScrollPane scroll = new ScrollPane(results);
        scroll.setFitToWidth(true);
        VBox body = UiParts.column(16, wanted, to, UiParts.growing(scroll));
        body.getStyleClass().add("dialog-body");
        content(body);
        target.setText(FigureFormat.home(folder.toString()));
    }

    /// Looks for this file or folder of the workspace at once; lets the user enter one if the text is empty.
    public static DownloadDialog of(SandboxViewState sandbox, String path, UiContext context, DownloadActions actions) {
        DownloadDialog dialog =
                new DownloadDialog(sandbox, context, actions, TEXTS.get("download.title", sandbox.name()));
        dialog.wanted
                .getChildren()
                .setAll(
                        UiParts.text(TEXTS.get("download.path"), "med"),
                        dialog.path,
                        UiParts.prose(TEXTS.get("download.path.meaning"), PROSE, "sm", "muted"));
        dialog.path.setText(path);
        dialog.forget();
        if (!path.isEmpty()) {
            dialog.find();
        }
        return dialog;
    }

    /// Looks for the artifacts that the project of the sandbox proposes, once the user has confirmed them.
    public static DownloadDialog ofArtifacts(SandboxViewState sandbox, UiContext context, DownloadActions actions) {
        DownloadDialog dialog =
                new DownloadDialog(sandbox, context, actions, TEXTS.get("download.artifacts.title", sandbox.name()));
        dialog.readArtifacts();
        return dialog;
    }

    @Override
    public void requestFocus() {
        if (path.getScene() != null) {
            path.requestFocus();
        } else {
            super.requestFocus();
        }
    }

    private void readArtifacts() {
        waits(TEXTS.get("download.finding"));
        doing = actions.artifacts(project)
                .done(this::show)
                .failed(problem -> fail(problem, this::readArtifacts))
                .begin();
    }

    private void show(ArtifactPatterns patterns) {
        doing = null;
        model.artifacts(patterns);
        wanted.getChildren().setAll(UiParts.text(TEXTS.get("download.artifacts.list"), "med"));
        patterns.patterns()
                .forEach(each -> wanted.getChildren().add(UiParts.cut(FigureFormat.printable(each), "mono", "sm")));
        if (!model.unconfirmed()) {
            find();
            return;
        }
        results.getChildren().setAll(UiParts.prose(TEXTS.get("download.artifacts.asked"), PROSE));
        Button confirm = UiParts.button(TEXTS.get("download.artifacts.act"), "primary");
        confirm.getStyleClass().add("confirm-artifacts");
        confirm.setOnAction(e -> confirm(patterns));
        foot(List.of(), TEXTS.get("download.cancel"), confirm);
        confirm.requestFocus();
    }

    private void confirm(ArtifactPatterns patterns) {
        waits("");
        doing = actions.confirm(patterns)
                .done(this::show)
                .failed(problem -> fail(problem, () -> confirm(patterns)))
                .begin();
    }

    /// Forgets what was found for another text.
    private void forget() {
        stop();
        model.found(null);
        results.getChildren().clear();
        look.setDisable(DownloadModel.patterns(path.getText()).isEmpty());
        foot(List.of(), TEXTS.get("download.cancel"), look);
    }

    private void find() {
        List<String> patterns = model.artifacts()
                .map(ArtifactPatterns::patterns)
                .orElseGet(() -> DownloadModel.patterns(path.getText()));
        if (patterns.isEmpty() || model.unconfirmed()) {
            return;
        }
        stop();
        results.getChildren().clear();
        waits(TEXTS.get("download.finding"));
        doing = actions.find(id, patterns, folder)
                .done(this::show)
                .failed(problem -> fail(problem, this::find))
                .begin();
    }

    private void show(FoundFiles found) {
        doing = null;
        model.found(found);
        results.getChildren().setAll(UiParts.prose(model.sentence(), PROSE, "semi"));
        model.lists().forEach(list -> results.getChildren().add(list(list)));
        if (model.programs()) {
            CheckBox keep = new CheckBox(TEXTS.get("download.executable"));
            keep.setOnAction(e -> model.executable(keep.isSelected()));
            results.getChildren().add(1, keep);
        }
        foot(List.of(), TEXTS.get("download.cancel"), act);
        update();
    }

    private VBox list(DownloadModel.FileList list) {
        VBox lines = UiParts.column(4);
        lines.getChildren()
                .add(UiParts.text(list.title(), list.kind() == DownloadModel.ListKind.RISKY ? "danger" : "", "med"));
        int all = list.lines().size() + list.more();
        switch (list.kind()) {
            case RISKY ->
                lines.getChildren().add(box(TEXTS.get("download.risky.allow", all), "allow-risky", model::risky));
            case OTHER ->
                lines.getChildren().add(box(TEXTS.get("download.replace", all), "replace-files", model::replace));
            case COPIED, NOT_COPIED -> {}
        }
        list.lines().forEach(line -> {
            Label label = UiParts.cut(line, "mono", "sm");
            UiParts.tip(label, line, "");
            lines.getChildren().add(label);
        });
        if (list.more() > 0) {
            lines.getChildren().add(UiParts.text(TEXTS.get("download.more", list.more()), "sm", "muted"));
        }
        return lines;
    }

    private CheckBox box(String words, String style, Consumer<Boolean> then) {
        CheckBox box = new CheckBox(words);
        box.getStyleClass().add(style);
        box.setOnAction(e -> {
            then.accept(box.isSelected());
            update();
        });
        return box;
    }

    private void update() {
        act.setDisable(!model.ready());
    }

    private void copy() {
        FoundFiles found = model.found().orElse(null);
        if (found == null || !model.ready()) {
            return;
        }
        RunningDownload running = new RunningDownload();
        waits(TEXTS.get("download.copying"));
        copying(true);
        ticking = context.seconds().watch(() -> {
            if (!running.progress().isEmpty()) {
                note.setText(running.progress());
            }
        });
        doing = actions.copy(id, found, model.options(folder), running)
                .done(result -> {
                    leave();
                    DownloadActions.tell(context, result);
                })
                .failed(problem -> fail(problem, this::find))
                .begin();
    }

    private void waits(String words) {
        note.setText(words);
        foot(List.of(busy, note), TEXTS.get("download.cancel"));
    }

    private void fail(Problem problem, Runnable retry) {
        stop();
        Button again = UiParts.button(Feather.ROTATE_CW, TEXTS.get("download.again"), "primary");
        again.setOnAction(e -> retry.run());
        results.getChildren().setAll(ProblemPane.screen(TEXTS.get("download.failed"), problem, again));
        if (model.found().isPresent()) {
            results.getChildren().add(UiParts.prose(TEXTS.get("download.kept"), PROSE, "sm", "muted"));
        }
        foot(List.of(), TEXTS.get("download.cancel"));
    }

    private void choose() {
        DirectoryChooser chooser = new DirectoryChooser();
        chooser.setTitle(TEXTS.get("download.choose.title"));
        if (folder.toFile().isDirectory()) {
            chooser.setInitialDirectory(folder.toFile());
        }
        File chosen = chooser.showDialog(getScene().getWindow());
        if (chosen != null) {
            folder = chosen.toPath();
            actions.folder(folder);
            target.setText(FigureFormat.home(folder.toString()));
            if (model.found().isPresent() || doing != null) {
                find();
            }
        }
    }

    @Override
    protected void leave() {
        stop();
        super.leave();
    }

    /// Stops what was begun; files that are complete stay.
    public void abandon() {
        stop();
    }

    private void copying(boolean now) {
        results.setDisable(now);
        path.setDisable(now);
        choose.setDisable(now);
    }

    private void stop() {
        copying(false);
        Runnable tick = ticking;
        ticking = null;
        if (tick != null) {
            tick.run();
        }
        UiTask<?> now = doing;
        doing = null;
        if (now != null) {
            now.cancel();
        }
    }
}
