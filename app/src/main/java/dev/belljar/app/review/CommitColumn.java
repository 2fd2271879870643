package dev.belljar.app.review;

import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.contract.view.Commit;
import dev.belljar.contract.view.SyncPlan;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// What comes: the commits, the work not committed, and where it goes.
final class CommitColumn extends ScrollPane {
    private final Desk desk;

    CommitColumn(SyncPlan plan, Desk desk) {
        this.desk = desk;
        getStyleClass().add("commit-column");
        setFitToWidth(true);
        setMinWidth(392);
        setMaxWidth(392);
        VBox all = new VBox();
        all.setPadding(new Insets(16, 0, 16, 0));
        all.getChildren().add(heading("Commits", plan.commits().size() + " ahead of " + id(plan.base())));
        if (plan.commits().isEmpty()) {
            all.getChildren()
                    .add(entry(
                            Parts.text("None", "muted"),
                            Parts.text("Everything is still uncommitted.", "sm", "muted")));
        }
        for (Commit commit : plan.commits().reversed()) {
            all.getChildren().add(commit(commit));
        }
        if (plan.uncommitted() > 0) {
            all.getChildren().add(heading("Not committed", "captured just now"));
            all.getChildren()
                    .add(entry(
                            Parts.text(Figures.many(plan.uncommitted(), "file", "files") + " as one commit"),
                            Parts.text("as they are in the machine at this moment", "sm", "muted")));
        }
        all.getChildren().addAll(heading("Bring it as", ""), target(plan));
        setContent(all);
    }

    private Node commit(Commit commit) {
        HBox facts = Parts.row(
                8,
                Parts.text(id(commit.id()), "mono", "sm", "muted"),
                Parts.text(Figures.minute(commit.time(), desk.clock().getZone()), "sm", "muted"),
                Parts.cut(Figures.printable(commit.author()), "sm", "muted"));
        return entry(Parts.cut(Figures.printable(commit.subject())), facts);
    }

    private static Node entry(Node title, Node detail) {
        HBox row =
                new HBox(12, Icon.of(Feather.GIT_COMMIT, 16, "accent"), Parts.growing(Parts.column(1, title, detail)));
        row.setPadding(new Insets(6, 24, 6, 24));
        return row;
    }

    private static Node heading(String words, String end) {
        HBox row = Parts.row(8, Parts.text(words, "h3"), Parts.grow(), Parts.text(end, "sm", "muted"));
        row.setPadding(new Insets(10, 24, 6, 24));
        return row;
    }

    private static Node target(SyncPlan plan) {
        HBox field = Parts.row(6, Icon.of(Feather.GIT_BRANCH, 14, "faint"), Parts.text(plan.target(), "mono"));
        field.getStyleClass().add("target-field");
        VBox box = Parts.column(
                6,
                Parts.text("A branch of your repository", "med"),
                Parts.prose(
                        "Nothing you have open changes: not your files, not your index. Merge when you like.",
                        310,
                        "sm",
                        "muted"),
                field);
        box.getStyleClass().add("target-box");
        VBox.setMargin(box, new Insets(0, 16, 0, 16));
        return box;
    }

    private static String id(String commit) {
        return commit.length() > 7 ? commit.substring(0, 7) : commit;
    }
}
