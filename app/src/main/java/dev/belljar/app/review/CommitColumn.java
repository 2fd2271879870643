package dev.belljar.app.review;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.WorkCommit;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Lists the commits, the uncommitted work, and the target branch.
final class CommitColumn extends ScrollPane {
    private static final Texts TEXTS = Texts.of(CommitColumn.class);

    private final UiContext context;

    CommitColumn(SyncPlan plan, UiContext context) {
        this.context = context;
        getStyleClass().add("commit-column");
        setFitToWidth(true);
        setMinWidth(392);
        setMaxWidth(392);
        VBox all = new VBox();
        all.setPadding(new Insets(16, 0, 16, 0));
        all.getChildren()
                .add(heading(
                        TEXTS.get("commits.title"),
                        TEXTS.get("commits.ahead", plan.commits().size(), id(plan.base()))));
        if (plan.commits().isEmpty()) {
            all.getChildren()
                    .add(entry(
                            UiParts.text(TEXTS.get("commits.none"), "muted"),
                            UiParts.text(TEXTS.get("commits.none.text"), "sm", "muted")));
        }
        for (WorkCommit commit : plan.commits().reversed()) {
            all.getChildren().add(commit(commit));
        }
        if (plan.uncommitted() > 0) {
            all.getChildren().add(heading(TEXTS.get("commits.uncommitted"), TEXTS.get("commits.uncommitted.when")));
            all.getChildren()
                    .add(entry(
                            UiParts.text(TEXTS.get("commits.uncommitted.files", plan.uncommitted())),
                            UiParts.text(TEXTS.get("commits.uncommitted.text"), "sm", "muted")));
        }
        all.getChildren().addAll(heading(TEXTS.get("commits.target"), ""), target(plan));
        setContent(all);
    }

    private Node commit(WorkCommit commit) {
        HBox facts = UiParts.row(
                8,
                UiParts.text(id(commit.id()), "mono", "sm", "muted"),
                UiParts.text(FigureFormat.minute(commit.time(), context.clock().getZone()), "sm", "muted"),
                UiParts.cut(FigureFormat.printable(commit.author()), "sm", "muted"));
        return entry(UiParts.cut(FigureFormat.printable(commit.subject())), facts);
    }

    private static Node entry(Node title, Node detail) {
        HBox row = new HBox(
                12, Icon.of(Feather.GIT_COMMIT, 16, "accent"), UiParts.growing(UiParts.column(1, title, detail)));
        row.setPadding(new Insets(6, 24, 6, 24));
        return row;
    }

    private static Node heading(String words, String end) {
        HBox row = UiParts.row(8, UiParts.text(words, "h3"), UiParts.grow(), UiParts.text(end, "sm", "muted"));
        row.setPadding(new Insets(10, 24, 6, 24));
        return row;
    }

    private static Node target(SyncPlan plan) {
        HBox field = UiParts.row(6, Icon.of(Feather.GIT_BRANCH, 14, "faint"), UiParts.text(plan.target(), "mono"));
        field.getStyleClass().add("target-field");
        VBox box = UiParts.column(
                6,
                UiParts.text(TEXTS.get("commits.target.branch"), "med"),
                UiParts.prose(TEXTS.get("commits.target.text"), 310, "sm", "muted"),
                field);
        box.getStyleClass().add("target-box");
        VBox.setMargin(box, new Insets(0, 16, 0, 16));
        return box;
    }

    private static String id(String commit) {
        return commit.length() > 7 ? commit.substring(0, 7) : commit;
    }
}
