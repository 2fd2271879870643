package dev.belljar.app.policy;

import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.RuleScope;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// A draft of the sandbox's own rules, tested on recorded flows before it is applied.
final class DraftPane extends HBox {
    private static final Texts TEXTS = Texts.of(DraftPane.class);
    private final PolicyWork work;
    private final TextArea draft = new TextArea();
    private final VBox result = new VBox(8);
    private final Button run = UiParts.button(Feather.PLAY, TEXTS.get("draft.test"), "primary");
    private final Button keep = UiParts.button(TEXTS.get("draft.apply"));
    private final PolicyModel model = new PolicyModel();

    DraftPane(PolicyWork work) {
        super(16);
        this.work = work;
        setPadding(new Insets(16, 24, 16, 24));
        draft.getStyleClass().addAll("mono", "draft");
        draft.setAccessibleText(TEXTS.get("draft.editor"));
        draft.textProperty().addListener((at, was, now) -> keep.setDisable(!model.mayApply(now)));
        keep.setDisable(true);
        run.getStyleClass().add("try-draft");
        run.setOnAction(e -> run());
        keep.setOnAction(e -> work.begin(
                work.actions().policies().replace(work.sandbox(), draft.getText(), RuleScope.SANDBOX), work.changed()));
        UiParts.tip(keep, TEXTS.get("draft.apply.tip"), "");
        VBox left = UiParts.column(
                8, UiParts.text(TEXTS.get("draft.title"), "h3"), UiParts.growing(draft), UiParts.row(8, run, keep));
        left.setPrefWidth(400);
        left.setMinWidth(320);
        ScrollPane scroll = new ScrollPane(result);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setFocusTraversable(false);
        VBox right = UiParts.growing(UiParts.column(8, starts(), UiParts.growing(scroll)));
        right.setMinWidth(0);
        getChildren().addAll(left, right);
        explain();
    }

    /// Starts with the rules in force, unless the draft already contains text.
    void look() {
        if (draft.getText().isEmpty()) {
            export();
        }
    }

    private HBox starts() {
        return UiParts.row(
                8,
                UiParts.text(TEXTS.get("draft.start"), "section"),
                start(TEXTS.get("draft.start.current"), this::export),
                tipped(start(TEXTS.get("draft.start.allowed"), () -> learn(false))),
                tipped(start(TEXTS.get("draft.start.all"), () -> learn(true))));
    }

    private static Button start(String words, Runnable action) {
        Button button = UiParts.button(words, "small");
        button.setOnAction(e -> action.run());
        return button;
    }

    private static Button tipped(Button button) {
        UiParts.tip(button, TEXTS.get("draft.start.tip"), "");
        return button;
    }

    private void export() {
        work.begin(work.actions().policies().export(work.sandbox(), RuleScope.SANDBOX), this::put);
    }

    private void learn(boolean tries) {
        work.begin(work.actions().policies().learn(work.sandbox(), tries), this::put);
    }

    private void put(PolicyText text) {
        draft.setText(text.toml());
        explain();
    }

    private void run() {
        String text = draft.getText();
        work.begin(work.actions().policies().test(work.sandbox(), text, RuleScope.SANDBOX), replay -> {
            model.tested(text);
            keep.setDisable(!model.mayApply(draft.getText()));
            show(replay);
        });
    }

    private void explain() {
        result.getChildren().setAll(UiParts.prose(TEXTS.get("draft.explain"), 440, "muted"));
    }

    private void show(PolicyReplay replay) {
        result.getChildren().setAll(UiParts.text(PolicyModel.result(replay), "med"));
        CardPane box = new CardPane();
        box.rows(replay.changes().stream().map(ChangeRow::new).toList());
        Node shown = box.getChildren().isEmpty() ? new Label() : box;
        result.getChildren().add(shown);
    }
}
