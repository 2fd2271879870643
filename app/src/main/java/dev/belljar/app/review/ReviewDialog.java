package dev.belljar.app.review;

import dev.belljar.app.action.AgentCommands;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.state.ProjectState;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.Icon;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.StateShape;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.FileDiff;
import dev.belljar.contract.view.SyncPlan;
import dev.belljar.contract.view.SyncResult;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// What a sync would bring, and the decision about it. Nothing moves before the person accepts.
public final class ReviewDialog extends VBox {
    private final ProjectState project;
    private final UiContext desk;
    private final AgentCommands wishes;
    private final StackPane body = new StackPane();
    private final Button accept = UiParts.button("Accept", "primary");
    private final Label note = UiParts.text("", "sm", "muted");
    private final StateShape busy = new StateShape(StateShape.Kind.BUSY, 12);
    private @Nullable ReviewModel model;
    private @Nullable UiTask<?> doing;

    public ReviewDialog(ProjectState project, UiContext desk, AgentCommands wishes) {
        this.project = project;
        this.desk = desk;
        this.wishes = wishes;
        getStyleClass().add("dialog-box");
        setPrefSize(1088, 772);
        getChildren().addAll(head(), UiParts.growing(body), foot());
        body.setMinHeight(0);
        setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER && !accept.isDisabled()) {
                accept();
                e.consume();
            }
        });
        look();
    }

    private HBox head() {
        Button close = UiParts.iconButton(Feather.X, "Close");
        close.setOnAction(e -> leave());
        String branch = project.sandbox().branch();
        HBox way = UiParts.row(
                8,
                UiParts.text(branch == null ? "work" : branch, "mono", "m12"),
                UiParts.text("in the sandbox", "sm", "muted"),
                Icon.of(Feather.ARROW_RIGHT, 14, "faint"),
                UiParts.text(FigureFormat.home(project.sandbox().spec().project()), "mono", "m12"),
                UiParts.text("on this computer", "sm", "muted"));
        HBox head = new HBox(UiParts.text("Bring work back from " + project.name(), "h1"), UiParts.grow(), way, close);
        head.getStyleClass().add("dialog-head");
        return head;
    }

    private HBox foot() {
        Button later = UiParts.withKey(UiParts.button("Not now", "flat"), "Esc");
        later.setOnAction(e -> leave());
        accept.setOnAction(e -> accept());
        accept.setDisable(true);
        HBox foot = new HBox(UiParts.row(8, busy, note), UiParts.grow(), later, accept);
        foot.getStyleClass().add("dialog-foot");
        return foot;
    }

    private void look() {
        working("Fetching from the machine, with hooks, filters and everything executable switched off");
        Label waiting = UiParts.text("Looking for changes to bring…", "muted");
        body.getChildren().setAll(waiting);
        StackPane.setAlignment(waiting, Pos.CENTER);
        doing = wishes.plan(project.id()).done(this::show).failed(this::fail).begin();
    }

    private void show(SyncPlan plan) {
        doing = null;
        rest("Objects checked. No links, no submodules, no filters were run.");
        FileDiff diff = plan.diff();
        if (diff.left() > 0) {
            note.setText(left(diff));
            note.setGraphic(Icon.of(Feather.ALERT_TRIANGLE, 14, "warn"));
        }
        if (plan.upToDate()) {
            body.getChildren()
                    .setAll(EmptyState.screen(
                            Feather.CHECK,
                            diff.left() > 0 ? "Nothing to bring" : "In sync",
                            diff.left() > 0
                                    ? "Your project already has everything that could be fetched. " + left(diff)
                                    : "Your project already has everything in the sandbox."));
            return;
        }
        ReviewModel next = new ReviewModel(plan);
        model = next;
        FileLists files = new FileLists(next, this::name);
        HBox columns = new HBox(new CommitColumn(plan, desk), UiParts.growing(files));
        columns.setMinHeight(0);
        body.getChildren().setAll(columns);
        accept.setDisable(false);
        name();
        accept.requestFocus();
    }

    /// For example: Not fetched: disk.img, too large (1.1 TB), and 2 more.
    private static String left(FileDiff diff) {
        String first = diff.skipped().stream()
                .findFirst()
                .map(file -> file.path() + ", " + file.why())
                .orElse("files that are too large");
        return "Not fetched: " + first + (diff.left() > 1 ? ", and " + (diff.left() - 1) + " more" : "");
    }

    /// Says on the button what it would do now.
    private void name() {
        ReviewModel now = model;
        if (now != null) {
            accept.setText(now.acceptWords());
            accept.setGraphic(Icon.of(Feather.CHECK));
        }
    }

    private void accept() {
        ReviewModel now = model;
        if (now != null && doing == null) {
            accept.setDisable(true);
            working("Writing " + now.plan().target());
            doing = wishes.accept(project.id(), now.decision())
                    .done(this::brought)
                    .failed(this::fail)
                    .begin();
        }
    }

    private void brought(SyncResult result) {
        desk.overlay().close();
        String kept =
                result.withheld().isEmpty() ? "" : ", " + result.withheld().size() + " left out";
        desk.overlay()
                .say(
                        Feather.GIT_BRANCH,
                        FigureFormat.many(result.files(), "file", "files") + " on " + result.branch() + kept
                                + ". Nothing you have open was touched.",
                        "ok");
    }

    private void fail(Problem problem) {
        doing = null;
        rest("");
        Button again = UiParts.button(Feather.ROTATE_CW, "Look again", "primary");
        again.setOnAction(e -> look());
        body.getChildren().setAll(ProblemPane.screen("The work could not be brought", problem, again));
    }

    private void leave() {
        abandon();
        desk.overlay().close();
    }

    /// Waits for nothing any more; what was asked of the machine is not looked at.
    public void abandon() {
        UiTask<?> running = doing;
        if (running != null) {
            running.cancel();
        }
    }

    private void working(String words) {
        busy.show(StateShape.Kind.BUSY);
        busy.setVisible(true);
        busy.setManaged(true);
        note.setText(words);
    }

    private void rest(String words) {
        busy.setVisible(false);
        busy.setManaged(false);
        note.setText(words);
        note.setGraphic(words.isEmpty() ? null : Icon.of(Feather.SHIELD, 14, "ok"));
        note.setGraphicTextGap(8);
    }
}
