package dev.belljar.app.policy;

import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.network.UnusableFile;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// The rows of a list of what guests can take over from this host, and of the files that cannot be used.
final class ChoiceRows {
    private static final Texts TEXTS = Texts.of(ChoiceRows.class);

    private final CardPane card = new CardPane();

    Node node() {
        return card;
    }

    /// Shows these rows or, if there are none, a text, and the files that are not used.
    void show(List<VBox> rows, String none, List<UnusableFile> unusable) {
        List<Node> all = new ArrayList<>(rows);
        if (rows.isEmpty()) {
            all.add(line(UiParts.text(none, "sm", "faint")));
        }
        unusable.forEach(each ->
                all.add(line(UiParts.cut(TEXTS.get("choices.left-out", each.file(), each.problem()), "sm", "faint"))));
        card.rows(all);
    }

    private static HBox line(Node node) {
        HBox line = new HBox(node);
        line.getStyleClass().add("rule-row");
        return line;
    }

    /// A row with a name, a state, buttons and lines of details.
    static VBox row(String name, String state, boolean chosen, List<Button> buttons, List<String> details) {
        HBox head = UiParts.row(8, cut(name, "m12"), UiParts.grow());
        head.getChildren().add(chosen ? UiParts.tag(state, "accent") : UiParts.tag(state));
        head.getChildren().addAll(buttons);
        VBox row = UiParts.column(2, head);
        details.forEach(text -> row.getChildren().add(cut(text, "sm", "faint")));
        row.getStyleClass().addAll("rule-row", "change-row");
        return row;
    }

    private static Label cut(String text, String... styles) {
        Label label = UiParts.cut(text, styles);
        UiParts.tip(label, text, "");
        return label;
    }
}
