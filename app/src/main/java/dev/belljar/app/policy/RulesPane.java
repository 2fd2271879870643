package dev.belljar.app.policy;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.text.VisibleGuestText;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.NetworkModeDisplay;
import dev.belljar.app.ui.ScopeText;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.PolicyLayer;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The policy in force: the network mode, and the rules of all layers in the order of their evaluation.
final class RulesPane extends ScrollPane {
    private static final Texts TEXTS = Texts.of(RulesPane.class);
    private static final int PROBLEM = 400;

    private final PolicyWork work;
    private final UiContext context;
    private final NetworkModePane presets;
    private final RuleForm form;
    private final VBox layers = new VBox(16);

    RulesPane(PolicyWork work, UiContext context) {
        this.work = work;
        this.context = context;
        presets = new NetworkModePane(work);
        form = new RuleForm(work);
        VBox order = UiParts.column(
                2,
                UiParts.text(TEXTS.get("rules.title"), "h3"),
                UiParts.prose(TEXTS.get("rules.explain"), 880, "sm", "muted"));
        VBox all = UiParts.column(16, presets, order, form, layers);
        all.setPadding(new Insets(16, 24, 24, 24));
        setContent(all);
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        setFocusTraversable(false);
    }

    void show(PolicyView view) {
        presets.show(view);
        List<Node> drawn = view.layers().stream().map(this::layer).toList();
        layers.getChildren().setAll(drawn);
    }

    /// Starts a rule for a destination.
    void begin(String destination) {
        form.begin(destination);
    }

    private Node layer(PolicyLayer layer) {
        boolean fixed = layer.scope() == RuleScope.ORGANIZATION;
        HBox head = UiParts.row(8, UiParts.text(ScopeText.of(layer.scope()), "med"));
        if (fixed) {
            var tag = UiParts.tag(TEXTS.get("rules.read-only"), "line");
            tag.setGraphic(Icon.of(Feather.LOCK, 12, "muted"));
            head.getChildren().add(tag);
        }
        NetworkMode mode = layer.preset();
        if (mode != null) {
            head.getChildren().add(UiParts.tag(TEXTS.get("rules.preset", NetworkModeDisplay.title(mode))));
        }
        NetworkMode most = layer.atMost();
        if (most != null) {
            head.getChildren().add(UiParts.tag(TEXTS.get("rules.at-most", NetworkModeDisplay.title(most))));
        }
        head.getChildren().add(UiParts.growing(UiParts.cut(FigureFormat.home(layer.file()), "mono", "sm", "faint")));
        CardPane box = new CardPane();
        head.getStyleClass().add("layer-head");
        box.row(head);
        String problem = layer.problem();
        if (problem != null) {
            box.getChildren().add(line(UiParts.prose(VisibleGuestText.shown(problem, PROBLEM), 820, "sm", "danger")));
        } else if (layer.rules().isEmpty()) {
            box.getChildren().add(line(UiParts.text(TEXTS.get("rules.none"), "sm", "faint")));
        }
        for (Rule rule : layer.rules()) {
            box.getChildren().add(new RuleRow(rule, context.clock().getZone(), fixed ? new Node[0] : remove(rule)));
        }
        return box;
    }

    private Node[] remove(Rule rule) {
        Button remove = UiParts.iconButton(Feather.TRASH_2, TEXTS.get("rules.remove"), "small");
        remove.getStyleClass().add("remove-rule");
        remove.setOnAction(e -> work.begin(work.actions().policies().remove(work.sandbox(), rule), work.changed()));
        return new Node[] {remove};
    }

    private static HBox line(Node node) {
        HBox line = new HBox(node);
        line.getStyleClass().add("rule-row");
        return line;
    }
}
