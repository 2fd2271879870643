package dev.belljar.app.policy;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.text.VisibleGuestText;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.text.VisibleText;
import java.util.function.IntConsumer;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// The rules that the project's policy file proposes. None is in force until the user accepts it, singly or
/// with all.
final class ProposalPane extends ScrollPane {
    private static final Texts TEXTS = Texts.of(ProposalPane.class);
    private static final int PROBLEM = 400;
    private static final int TEXT = 8_000;

    private final PolicyWork work;
    private final UiContext context;
    private final IntConsumer count;
    private final VBox all = new VBox(16);

    /// `count` receives the number of proposed rules.
    ProposalPane(PolicyWork work, UiContext context, IntConsumer count) {
        this.work = work;
        this.context = context;
        this.count = count;
        all.setPadding(new Insets(16, 24, 24, 24));
        setContent(all);
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        setFocusTraversable(false);
    }

    /// Requests the current proposal.
    void look() {
        work.begin(work.actions().policies().proposal(work.sandbox()), this::show, this::none);
    }

    private void none(Problem problem) {
        count.accept(0);
        boolean missing = problem.code().equals("policy.no-proposal");
        all.getChildren()
                .setAll(
                        UiParts.text(TEXTS.get(missing ? "proposal.none.title" : "proposal.problem.title"), "h3"),
                        UiParts.prose(
                                missing ? TEXTS.get("proposal.none.why") : ProblemText.detail(problem),
                                760,
                                missing ? "muted" : "danger"));
    }

    private void show(PolicyProposal proposal) {
        count.accept(proposal.rules().size());
        String problem = proposal.problem();
        HBox head = UiParts.row(
                12,
                UiParts.growing(UiParts.column(
                        2,
                        UiParts.text(TEXTS.get("proposal.title"), "h3"),
                        UiParts.cut(FigureFormat.home(proposal.file()), "mono", "sm", "faint"))));
        if (problem == null && !proposal.rules().isEmpty()) {
            head.getChildren().add(whole(proposal));
        }
        all.getChildren().setAll(head, UiParts.prose(TEXTS.get("proposal.explain"), 860, "sm", "muted"));
        if (problem != null) {
            all.getChildren().add(UiParts.prose(VisibleGuestText.shown(problem, PROBLEM), 860, "danger"));
        } else if (proposal.rules().isEmpty()) {
            all.getChildren().add(UiParts.text(TEXTS.get("proposal.none"), "muted"));
        } else {
            all.getChildren().add(rules(proposal));
        }
        all.getChildren().add(text(proposal));
    }

    /// The text of the file, for users who want to read all of it.
    private static VBox text(PolicyProposal proposal) {
        String toml = proposal.toml().strip();
        String shown = VisibleText.text(toml.length() > TEXT ? toml.substring(0, TEXT) + "\n…" : toml, "\n\t");
        VBox box = new VBox(UiParts.prose(shown, 860, "mono", "m12", "muted"));
        box.getStyleClass().add("sunken-box");
        return UiParts.column(6, UiParts.text(TEXTS.get("proposal.file"), "section"), box);
    }

    private VBox rules(PolicyProposal proposal) {
        CardPane box = new CardPane();
        for (Rule rule : proposal.rules()) {
            Button take = UiParts.button(TEXTS.get("proposal.accept"), "small");
            take.getStyleClass().add("take-over");
            take.setOnAction(e -> take(rule));
            box.row(new RuleRow(rule, context.clock().getZone(), take));
        }
        return box;
    }

    private void take(Rule rule) {
        work.begin(work.actions().policies().add(work.sandbox(), RuleSyntax.typed(rule), RuleScope.PROJECT), view -> {
            work.changed().accept(view);
            look();
        });
    }

    private Button whole(PolicyProposal proposal) {
        int rules = proposal.rules().size();
        Button button = UiParts.button(TEXTS.get("proposal.accept.all", rules), "primary");
        button.setOnAction(e -> work.begin(work.actions().policies().adopt(work.sandbox(), proposal), view -> {
            work.changed().accept(view);
            look();
        }));
        return button;
    }
}
