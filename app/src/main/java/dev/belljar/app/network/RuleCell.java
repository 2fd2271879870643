package dev.belljar.app.network;

import dev.belljar.app.live.GuestText;
import dev.belljar.app.look.CellView;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.contract.policy.Action;
import dev.belljar.contract.policy.Scope;
import dev.belljar.contract.request.AnswerApproval;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The rule that decided; while nobody has, the ways to answer.
final class RuleCell implements CellView<FlowLine> {
    private static final int MOST = 300;

    private final NetworkDeeds deeds;
    private final Label rule = Parts.cut("", "sm", "muted");
    private final Tooltip whole = Parts.tip(rule);
    private final HBox ways;
    private final StackPane box;
    private FlowLine.@Nullable Held held;

    RuleCell(NetworkDeeds deeds) {
        this.deeds = deeds;
        ways = Parts.row(
                4,
                way(Parts.button("Once", "tiny"), Action.ALLOW, Scope.ONCE, "Allow once"),
                way(
                        Parts.button("This sandbox", "tiny", "primary"),
                        Action.ALLOW,
                        Scope.SANDBOX,
                        "Allow for this sandbox"),
                way(deny(), Action.DENY, Scope.SANDBOX, "Deny for this sandbox"));
        box = new StackPane(rule, ways);
        box.setAlignment(javafx.geometry.Pos.CENTER_LEFT);
    }

    @Override
    public Node node() {
        return box;
    }

    @Override
    public void show(FlowLine line) {
        held = line.held();
        ways.setVisible(held != null);
        rule.setVisible(held == null);
        String words = line.flow().rule();
        rule.setText(words == null ? "" : GuestText.shown(Decided.why(words), MOST));
        whole.setText(words == null || words.isEmpty() ? " " : GuestText.shown(words, MOST));
    }

    private static Button deny() {
        Button deny = new Button(null, Icon.of(Feather.X, 12));
        deny.getStyleClass().addAll("tiny", "dangerous");
        return deny;
    }

    private Button way(Button button, Action action, Scope scope, String name) {
        button.setAccessibleText(name);
        button.setFocusTraversable(false);
        Parts.tip(button, name, "");
        button.setOnAction(e -> {
            FlowLine.Held now = held;
            if (now != null) {
                deeds.answer(now.question(), new AnswerApproval(action, scope, null, null));
            }
        });
        return button;
    }
}
