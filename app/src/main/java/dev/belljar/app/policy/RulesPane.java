package dev.belljar.app.policy;

import dev.belljar.app.live.GuestText;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.PresetLook;
import dev.belljar.app.look.ScopeWords;
import dev.belljar.contract.policy.Layer;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Preset;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.Scope;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// What is in force: the preset, and the rules of all layers in the order in which they are read.
final class RulesPane extends ScrollPane {
    private static final int PROBLEM = 400;

    private final PolicyWork work;
    private final Desk desk;
    private final PresetPane presets;
    private final RuleForm form;
    private final VBox layers = new VBox(16);

    RulesPane(PolicyWork work, Desk desk) {
        this.work = work;
        this.desk = desk;
        presets = new PresetPane(work);
        form = new RuleForm(work);
        VBox order = Parts.column(
                2,
                Parts.text("Rules, as they are read", "h3"),
                Parts.prose(
                        "The first that denies wins, in whichever layer it is; then the first that allows; then the"
                                + " preset. Private and special addresses are reached only by a rule that names them.",
                        880,
                        "sm",
                        "muted"));
        VBox all = Parts.column(16, presets, order, form, layers);
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

    /// Begins a rule for a destination.
    void begin(String destination) {
        form.begin(destination);
    }

    private Node layer(Layer layer) {
        boolean fixed = layer.scope() == Scope.ORGANIZATION;
        HBox head = Parts.row(8, Parts.text(ScopeWords.of(layer.scope()), "med"));
        if (fixed) {
            var tag = Parts.tag("read only", "line");
            tag.setGraphic(Icon.of(Feather.LOCK, 12, "muted"));
            head.getChildren().add(tag);
        }
        says(head, "preset: ", layer.preset());
        says(head, "at most: ", layer.atMost());
        head.getChildren().add(Parts.growing(Parts.cut(Figures.home(layer.file()), "mono", "sm", "faint")));
        VBox box = new VBox(head);
        head.getStyleClass().add("layer-head");
        box.getStyleClass().add("card");
        String problem = layer.problem();
        if (problem != null) {
            box.getChildren().add(line(Parts.prose(GuestText.shown(problem, PROBLEM), 820, "sm", "danger")));
        } else if (layer.rules().isEmpty()) {
            box.getChildren().add(line(Parts.text("No rules.", "sm", "faint")));
        }
        for (Rule rule : layer.rules()) {
            box.getChildren().add(new RuleRow(rule, desk.clock().getZone(), fixed ? new Node[0] : remove(rule)));
        }
        return box;
    }

    private static void says(HBox head, String what, @org.jspecify.annotations.Nullable Preset preset) {
        if (preset != null) {
            head.getChildren().add(Parts.tag(what + PresetLook.title(preset)));
        }
    }

    private Node[] remove(Rule rule) {
        Button remove = Parts.iconButton(Feather.TRASH_2, "Remove this rule", "small");
        remove.getStyleClass().add("remove-rule");
        remove.setOnAction(e -> work.begin(work.wishes().remove(work.sandbox(), rule), work.changed()));
        return new Node[] {remove};
    }

    private static HBox line(Node node) {
        HBox line = new HBox(node);
        line.getStyleClass().add("rule-row");
        return line;
    }
}
