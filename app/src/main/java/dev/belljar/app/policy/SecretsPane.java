package dev.belljar.app.policy;

import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.SecretInfo;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// The secrets kept on this host: their names and where they may go, never their text.
final class SecretsPane extends ScrollPane {
    private final PolicyWork work;
    private final UiContext desk;
    private final VBox rows = new VBox();
    private final TextField name = new TextField();
    private final PasswordField value = new PasswordField();

    SecretsPane(PolicyWork work, UiContext desk) {
        this.work = work;
        this.desk = desk;
        rows.getStyleClass().add("card");
        Button keep = UiParts.button("Keep it", "primary");
        keep.getStyleClass().add("keep-secret");
        keep.setOnAction(e -> keep());
        keep.disableProperty()
                .bind(name.textProperty().isEmpty().or(value.textProperty().isEmpty()));
        value.setOnAction(e -> keep());
        name.setPromptText("NPM_TOKEN");
        name.setPrefWidth(220);
        value.setPrefWidth(320);
        value.setPromptText("its text, not shown again");
        HBox form = UiParts.row(8, titled("Name", name), titled("Text", value), UiParts.grow(), keep);
        form.setAlignment(javafx.geometry.Pos.BOTTOM_LEFT);
        VBox all = UiParts.column(
                16,
                UiParts.column(
                        2,
                        UiParts.text("Secrets stay on this host", "h3"),
                        UiParts.prose(
                                "A machine has a placeholder in a secret's place. The gateway puts the text in, in header"
                                        + " fields of requests over TLS to exactly the names it is bound to, and looks into"
                                        + " connections there for that. It is never shown again, and the same for all"
                                        + " sandboxes.",
                                880,
                                "sm",
                                "muted")),
                rows,
                form);
        all.setPadding(new Insets(16, 24, 24, 24));
        setContent(all);
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        setFocusTraversable(false);
    }

    /// Asks what is kept now.
    void look() {
        work.begin(work.wishes().secrets(), this::show);
    }

    private void keep() {
        String text = value.getText();
        value.clear();
        work.begin(work.wishes().keep(name.getText().strip(), text), kept -> {
            name.clear();
            show(kept);
        });
    }

    private void show(List<SecretInfo> secrets) {
        rows.getChildren().clear();
        for (SecretInfo secret : secrets) {
            HBox row = row(secret);
            if (rows.getChildren().isEmpty()) {
                row.getStyleClass().add("first");
            }
            rows.getChildren().add(row);
        }
        if (secrets.isEmpty()) {
            HBox none = new HBox(UiParts.text("No secret is kept.", "sm", "faint"));
            none.getStyleClass().addAll("rule-row", "first");
            rows.getChildren().add(none);
        }
    }

    private HBox row(SecretInfo secret) {
        Label called = UiParts.cut(secret.name(), "mono", "m12");
        called.setMinWidth(160);
        called.setPrefWidth(160);
        HBox row = UiParts.row(8, called);
        if (secret.bindings().isEmpty()) {
            row.getChildren().add(UiParts.tag("bound to nothing: goes nowhere", "warn"));
        }
        secret.bindings().forEach(host -> row.getChildren().add(UiParts.tag(host, "accent")));
        TextField host = new TextField();
        host.setPromptText("bind to a name…");
        host.setAccessibleText("Name that " + secret.name() + " may go to");
        host.setPrefWidth(176);
        host.setOnAction(e -> {
            if (!host.getText().isBlank()) {
                work.begin(work.wishes().bind(secret.name(), host.getText().strip()), this::show);
            }
        });
        row.getChildren().addAll(UiParts.growing(UiParts.text(kept(secret), "sm", "faint")), host, forget(secret));
        row.getStyleClass().addAll("rule-row", "tall");
        return row;
    }

    private String kept(SecretInfo secret) {
        String where = secret.where().equals("keyring") ? "in the keyring" : "in a file only you can read";
        return where + " since " + desk.moment(secret.created());
    }

    /// Twice, since nothing brings a secret back.
    private Button forget(SecretInfo secret) {
        Button forget = UiParts.button("Remove", "small", "flat");
        forget.setOnAction(e -> {
            if (forget.getText().equals("Remove")) {
                forget.setText("Really?");
                forget.getStyleClass().add("quiet-danger");
            } else {
                work.begin(work.wishes().forget(secret.name()), this::show);
            }
        });
        return forget;
    }

    private static VBox titled(String title, Region field) {
        Label label = UiParts.text(title, "section");
        label.setLabelFor(field);
        field.setAccessibleText(title);
        return UiParts.column(4, label, field);
    }
}
