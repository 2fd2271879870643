package dev.belljar.app.codingagent;

import dev.belljar.app.action.Actions;
import dev.belljar.app.codingagent.StartAgentModel.AgentLine;
import dev.belljar.app.codingagent.StartAgentModel.MissingCredential;
import dev.belljar.app.desktop.WebBrowser;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.codingagent.LoginAttempt;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// Stores the credential that an agent lacks: a field for its key, or a login in the browser.
final class CredentialRow extends VBox {
    private static final Texts TEXTS = Texts.of(CredentialRow.class);
    private static final double FIELD = 280;
    private static final Insets ABOVE = new Insets(6, 0, 2, 0);

    private final AgentLine line;
    private final MissingCredential missing;
    private final Actions actions;
    private final Runnable stored;
    private final Label problem;

    /// `stored` is called when the credential is stored; `width` is that of texts.
    CredentialRow(AgentLine line, MissingCredential missing, Actions actions, double width, Runnable stored) {
        super(4);
        this.line = line;
        this.missing = missing;
        this.actions = actions;
        this.stored = stored;
        this.problem = UiParts.prose("", width, "sm", "danger");
        problem.managedProperty().bind(problem.textProperty().isNotEmpty());
        setPadding(ABOVE);
        if (missing.login()) {
            logIn();
        } else {
            key();
        }
    }

    private void key() {
        PasswordField key = new PasswordField();
        key.setPromptText(TEXTS.get("credential.key.prompt"));
        key.setAccessibleText(missing.variable());
        key.setPrefWidth(FIELD);
        Button save = UiParts.button(TEXTS.get("credential.key.save"), "small", "save-" + line.name());
        save.disableProperty().bind(key.textProperty().isEmpty());
        save.setOnAction(e -> keep(key));
        key.setOnAction(e -> keep(key));
        HBox row = UiParts.row(8, key, save);
        row.setAlignment(Pos.CENTER_LEFT);
        getChildren().setAll(row, problem);
    }

    private void keep(PasswordField key) {
        String value = key.getText();
        key.clear();
        if (!value.isEmpty()) {
            actions.secrets()
                    .keep(missing.variable(), value)
                    .done(_ -> stored.run())
                    .failed(this::fail)
                    .begin();
        }
    }

    private void logIn() {
        Button begin = UiParts.button(TEXTS.get("credential.login"), "small", "login-" + line.name());
        begin.setAccessibleText(TEXTS.get("credential.login.name", line.title()));
        begin.setOnAction(e -> {
            problem.setText("");
            begin.setDisable(true);
            actions.secrets()
                    .beginLogin(line.name())
                    .done(this::begun)
                    .failed(this::again)
                    .begin();
        });
        getChildren().setAll(UiParts.row(8, begin), problem);
    }

    private void begun(LoginAttempt attempt) {
        Hyperlink page = new Hyperlink(TEXTS.get("credential.login.page"));
        page.setOnAction(e -> WebBrowser.open(attempt.url()));
        Button cancel = UiParts.button(TEXTS.get("credential.login.cancel"), "small", "flat");
        cancel.setOnAction(e -> logIn());
        HBox waiting = UiParts.row(
                8,
                new StateShape(StateShape.ShapeKind.BUSY, 12),
                UiParts.text(TEXTS.get("credential.login.waiting"), "sm", "muted"),
                page,
                cancel);
        getChildren().setAll(waiting, problem);
        WebBrowser.open(attempt.url());
        await(attempt, waiting);
    }

    /// Waits as long as the row that says so is shown.
    private void await(LoginAttempt attempt, HBox waiting) {
        actions.secrets()
                .awaitLogin(attempt.id())
                .done(now -> {
                    if (!getChildren().contains(waiting) || getScene() == null) {
                        return;
                    }
                    switch (now.state()) {
                        case WAITING -> await(now, waiting);
                        case DONE -> stored.run();
                        case FAILED -> {
                            logIn();
                            problem.setText(TEXTS.get(
                                    "credential.login.failed", FigureFormat.printable(String.valueOf(now.problem()))));
                        }
                    }
                })
                .failed(fault -> {
                    if (getChildren().contains(waiting)) {
                        again(fault);
                    }
                })
                .begin();
    }

    private void again(Problem fault) {
        logIn();
        fail(fault);
    }

    private void fail(Problem fault) {
        problem.setText(ProblemText.all(fault));
    }
}
