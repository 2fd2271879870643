package dev.belljar.app.policy;

import dev.belljar.app.live.GuestText;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Parts;
import dev.belljar.contract.policy.Proposal;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.Scope;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.text.Visible;
import java.util.function.IntConsumer;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// What the project's own file asks for. Nothing of it is in force until it is taken over, one by one or whole.
final class ProposalPane extends ScrollPane {
    private static final int PROBLEM = 400;
    private static final int TEXT = 8_000;

    private final PolicyWork work;
    private final Desk desk;
    private final IntConsumer count;
    private final VBox all = new VBox(16);

    /// `count` is told how many rules are proposed.
    ProposalPane(PolicyWork work, Desk desk, IntConsumer count) {
        this.work = work;
        this.desk = desk;
        this.count = count;
        all.setPadding(new Insets(16, 24, 24, 24));
        setContent(all);
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        setFocusTraversable(false);
    }

    /// Asks what is proposed now.
    void look() {
        work.begin(work.wishes().proposal(work.sandbox()), this::show, this::none);
    }

    private void none(Problem problem) {
        count.accept(0);
        boolean missing = problem.code().equals("policy.no-proposal");
        all.getChildren()
                .setAll(
                        Parts.text(missing ? "The project proposes nothing" : "The proposal cannot be read", "h3"),
                        Parts.prose(
                                missing
                                        ? "A project can say in .belljar/policy.toml what it needs. Belljar shows it here;"
                                                + " it is never applied automatically."
                                        : problem.detail(),
                                760,
                                missing ? "muted" : "danger"));
    }

    private void show(Proposal proposal) {
        count.accept(proposal.rules().size());
        String problem = proposal.problem();
        HBox head = Parts.row(
                12,
                Parts.growing(Parts.column(
                        2,
                        Parts.text("The project asks for this", "h3"),
                        Parts.cut(Figures.home(proposal.file()), "mono", "sm", "faint"))));
        if (problem == null && !proposal.rules().isEmpty()) {
            head.getChildren().add(whole(proposal));
        }
        all.getChildren()
                .setAll(
                        head,
                        Parts.prose(
                                "Anyone who can write to the project can write it, including programs in its machines. None of"
                                        + " it applies yet. Rules you take over apply to all sandboxes of this project.",
                                860,
                                "sm",
                                "muted"));
        if (problem != null) {
            all.getChildren().add(Parts.prose(GuestText.shown(problem, PROBLEM), 860, "danger"));
        } else if (proposal.rules().isEmpty()) {
            all.getChildren().add(Parts.text("Nothing new: the project's policy has all of it.", "muted"));
        } else {
            all.getChildren().add(rules(proposal));
        }
        all.getChildren().add(text(proposal));
    }

    /// The file as it is, for who wants to read all of it.
    private static VBox text(Proposal proposal) {
        String toml = proposal.toml().strip();
        String shown = Visible.text(toml.length() > TEXT ? toml.substring(0, TEXT) + "\n…" : toml, "\n\t");
        VBox box = new VBox(Parts.prose(shown, 860, "mono", "m12", "muted"));
        box.getStyleClass().add("sunken-box");
        return Parts.column(6, Parts.text("The whole file", "section"), box);
    }

    private VBox rules(Proposal proposal) {
        VBox box = new VBox();
        box.getStyleClass().add("card");
        for (Rule rule : proposal.rules()) {
            Button take = Parts.button("Take over", "small");
            take.getStyleClass().add("take-over");
            take.setOnAction(e -> take(rule));
            RuleRow row = new RuleRow(rule, desk.clock().getZone(), take);
            if (box.getChildren().isEmpty()) {
                row.getStyleClass().add("first");
            }
            box.getChildren().add(row);
        }
        return box;
    }

    private void take(Rule rule) {
        work.begin(work.wishes().add(work.sandbox(), RuleWords.typed(rule), Scope.PROJECT), view -> {
            work.changed().accept(view);
            look();
        });
    }

    private Button whole(Proposal proposal) {
        int rules = proposal.rules().size();
        Button button = Parts.button("Take over all " + rules, "primary");
        button.setOnAction(e -> work.begin(work.wishes().adopt(work.sandbox(), proposal), view -> {
            work.changed().accept(view);
            look();
        }));
        return button;
    }
}
