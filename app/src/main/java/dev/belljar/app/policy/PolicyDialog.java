package dev.belljar.app.policy;

import dev.belljar.app.action.Actions;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.NetworkModeDisplay;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.PolicyView;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.feather.Feather;

/// The network policy of a sandbox: rules, the project's proposal, drafts tested on recorded flows, secrets,
/// and what guests take over from this host: certificate authorities and mirrors.
public final class PolicyDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(PolicyDialog.class);
    private static final double WIDTH = 960;
    private static final double HEIGHT = 680;

    private final PolicyWork work;
    private final HBox badge = UiParts.row(0);
    private final Label problemLabel = UiParts.prose("", 900, "sm", "danger");
    private final StackPane body = new StackPane();
    private final SegmentedControl parts = new SegmentedControl(this::go);
    private final RulesPane rules;
    private final ProposalPane proposal;
    private final DraftPane draft;
    private final SecretsPane secrets;
    private final AuthoritiesPane authorities;

    private PolicyDialog(String sandbox, String name, Actions actions, UiContext context) {
        super(context.overlay(), WIDTH, TEXTS.get("policy.title", name));
        work = new PolicyWork(sandbox, name, actions, this::show, this::say);
        rules = new RulesPane(work, context);
        proposal = new ProposalPane(work, context, count -> parts.rename(1, PolicyModel.suggestions(count)));
        draft = new DraftPane(work);
        secrets = new SecretsPane(work, context);
        authorities = new AuthoritiesPane(work, context);
        getStyleClass().add("policy");
        prefHeightProperty()
                .bind(context.overlay().heightProperty().subtract(96).map(h -> Math.min(HEIGHT, h.doubleValue())));
        parts.with(null, TEXTS.get("policy.part.rules"))
                .with(null, TEXTS.get("policy.part.suggestions"))
                .with(null, TEXTS.get("policy.part.draft"))
                .with(null, TEXTS.get("policy.part.secrets"))
                .with(null, TEXTS.get("policy.part.authorities"));
        icon(Feather.SHIELD);
        beside(badge);
        end(parts);
        problemLabel.getStyleClass().add("policy-trouble");
        body.setMinHeight(0);
        content(UiParts.column(0, UiParts.growing(body), problemLabel));
        foot(List.of(), TEXTS.get("policy.close"));
        say("");
        body.getChildren().setAll(rules);
    }

    /// Opens the dialog; a destination that is not empty starts a rule for it.
    public static void open(String sandbox, String name, Actions actions, UiContext context, String destination) {
        PolicyDialog dialog = new PolicyDialog(sandbox, name, actions, context);
        context.overlay().open(dialog);
        dialog.work.begin(actions.policies().view(sandbox), dialog::show);
        dialog.proposal.look();
        if (!destination.isEmpty()) {
            dialog.rules.begin(destination);
        }
    }

    private void go(int index) {
        List<Region> panes = List.of(rules, proposal, draft, secrets, authorities);
        Node pane = panes.get(index);
        body.getChildren().setAll(pane);
        say("");
        switch (index) {
            case 1 -> proposal.look();
            case 2 -> draft.look();
            case 3 -> secrets.look();
            case 4 -> authorities.look();
            default -> {}
        }
    }

    private void show(PolicyView view) {
        badge.getChildren().setAll(NetworkModeDisplay.badge(view));
        rules.show(view);
    }

    private void say(String words) {
        problemLabel.setText(words);
        problemLabel.setVisible(!words.isEmpty());
        problemLabel.setManaged(!words.isEmpty());
    }
}
