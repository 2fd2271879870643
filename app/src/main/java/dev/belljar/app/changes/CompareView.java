package dev.belljar.app.changes;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.Theme;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.ComparisonKey;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.WorkspaceComparison;
import javafx.beans.property.ReadOnlyObjectProperty;
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

/// The files that differ between two snapshots, and both sides of the selected one.
public final class CompareView implements ScreenView {
    private static final Texts TEXTS = Texts.of(CompareView.class);
    private static final double LITTLE = 900;

    private final ComparisonKey between;
    private final Actions actions;
    private final TreePane tree = new TreePane(this::open);
    private final FileSides sides;
    private final StackPane content = new StackPane();
    private final HBox full;
    private final VBox all;
    private final Label tally = UiParts.text("", "sm", "muted");
    private @Nullable WorkspaceComparison known;
    private @Nullable UiTask<WorkspaceComparison> asking;

    public CompareView(ComparisonKey between, Actions actions, ReadOnlyObjectProperty<Theme> theme) {
        this.between = between;
        this.actions = actions;
        sides = new FileSides(actions, theme);
        VBox right = UiParts.column(0, sides.tools(), UiParts.growing(sides.body()));
        right.setMinWidth(0);
        full = new HBox(tree, UiParts.growing(right));
        full.setMinHeight(0);
        full.widthProperty().addListener((at, was, now) -> tree.narrow(now.doubleValue() < LITTLE));
        content.setMinSize(0, 0);
        all = UiParts.column(0, bar(), UiParts.growing(content));
        all.addEventFilter(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.ESCAPE) {
                leave();
                e.consume();
            } else if (sides.key(e)) {
                e.consume();
            }
        });
        look();
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void shown() {
        full.requestFocus();
    }

    @Override
    public void refresh() {
        look();
    }

    @Override
    public void close() {
        sides.close();
        UiTask<WorkspaceComparison> old = asking;
        if (old != null) {
            old.cancel();
        }
    }

    /// Returns to the changes since the start.
    private void leave() {
        actions.navigation().screen(ScreenKind.CHANGES);
    }

    private Node bar() {
        Button turn = UiParts.iconButton(Feather.REPEAT, TEXTS.get("compare.swap"));
        turn.setOnAction(e -> actions.navigation().compare(CompareModel.swapped(between)));
        Button back = UiParts.withKey(UiParts.button(TEXTS.get("compare.leave"), "flat"), "Esc");
        back.setOnAction(e -> leave());
        HBox bar = new HBox(
                Icon.of(Feather.COLUMNS, 14, "accent"),
                UiParts.text(TEXTS.get("compare.title"), "semi", "accent"),
                side(between.fromName()),
                Icon.of(Feather.ARROW_RIGHT, 14, "muted"),
                side(between.toName()),
                turn,
                UiParts.grow(),
                tally,
                back);
        bar.getStyleClass().addAll("tools", "compare-bar");
        return bar;
    }

    private static Label side(String name) {
        Label label = UiParts.cut(FigureFormat.printable(name), "tag", "big", "line", "side-name");
        label.setMaxWidth(240);
        return label;
    }

    private void look() {
        close();
        content.getChildren()
                .setAll(EmptyState.screen(
                        Feather.COLUMNS, TEXTS.get("compare.loading.title"), TEXTS.get("compare.loading.text")));
        asking = actions.snapshots()
                .compare(between.from(), between.to())
                .done(this::show)
                .failed(this::fail)
                .begin();
    }

    private void show(WorkspaceComparison comparison) {
        known = comparison;
        CompareModel model = new CompareModel(comparison);
        if (model.content() == CompareModel.CompareContent.SAME) {
            content.getChildren()
                    .setAll(EmptyState.screen(
                            Feather.CHECK, TEXTS.get("compare.same.title"), TEXTS.get("compare.same.text")));
            return;
        }
        tally.setText(model.figures());
        tree.show(TEXTS.get("compare.files"), comparison.files());
        tree.leftOut(comparison.diff());
        if (model.content() == CompareModel.CompareContent.SKIPPED) {
            sides.say(EmptyState.screen(
                    Feather.COLUMNS, TEXTS.get("compare.skipped.title"), TEXTS.get("compare.skipped.text")));
        }
        content.getChildren().setAll(full);
        full.requestFocus();
        model.first().ifPresent(this::open);
    }

    private void fail(Problem problem) {
        Button again = UiParts.button(Feather.ROTATE_CW, TEXTS.get("compare.again"), "primary");
        again.setOnAction(e -> look());
        content.getChildren().setAll(ProblemPane.screen(TEXTS.get("compare.failed"), problem, again));
    }

    private void open(FileChange file) {
        WorkspaceComparison now = known;
        if (now != null) {
            tree.mark(file);
            sides.open(file, now.tip(), () -> actions.snapshots().contents(now, file.path()));
        }
    }
}
