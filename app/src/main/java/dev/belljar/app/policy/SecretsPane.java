package dev.belljar.app.policy;

import dev.belljar.app.action.SecretActions;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.SecretInfo;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/// The secrets stored on this host: their names and their destinations, never their values.
final class SecretsPane extends ScrollPane {
    private static final Texts TEXTS = Texts.of(SecretsPane.class);
    private final PolicyWork work;
    private final UiContext context;
    private final CardPane rows = new CardPane();
    private final TextField name = new TextField();
    private final PasswordField value = new PasswordField();
    private final TextField command = new TextField();
    private final CheckBox printed = new CheckBox(TEXTS.get("secrets.printed"));

    SecretsPane(PolicyWork work, UiContext context) {
        this.work = work;
        this.context = context;
        HBox form = form();
        VBox all = UiParts.column(
                16,
                UiParts.column(
                        2,
                        UiParts.text(TEXTS.get("secrets.title"), "h3"),
                        UiParts.prose(TEXTS.get("secrets.explain"), 880, "sm", "muted")),
                rows,
                form);
        all.setPadding(new Insets(16, 24, 24, 24));
        setContent(all);
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        setFocusTraversable(false);
    }

    private HBox form() {
        Button keep = UiParts.button(TEXTS.get("secrets.save"), "primary");
        keep.getStyleClass().add("keep-secret");
        keep.setOnAction(e -> keep());
        keep.disableProperty()
                .bind(name.textProperty()
                        .isEmpty()
                        .or(Bindings.when(printed.selectedProperty())
                                .then(command.textProperty().isEmpty())
                                .otherwise(value.textProperty().isEmpty())));
        value.setOnAction(e -> keep());
        command.setOnAction(e -> keep());
        // As high as the fields beside it.
        printed.minHeightProperty().bind(value.heightProperty());
        command.setPrefWidth(320);
        command.setPromptText(TEXTS.get("secrets.command.prompt"));
        command.visibleProperty().bind(printed.selectedProperty());
        value.visibleProperty().bind(printed.selectedProperty().not());
        name.setPromptText(TEXTS.get("secrets.name.prompt"));
        name.setPrefWidth(220);
        value.setPrefWidth(320);
        value.setPromptText(TEXTS.get("secrets.value.prompt"));
        HBox form = UiParts.row(
                8,
                titled(TEXTS.get("secrets.name"), name),
                titled(TEXTS.get("secrets.value"), new StackPane(value, command)),
                printed,
                UiParts.grow(),
                keep);
        form.setAlignment(Pos.BOTTOM_LEFT);
        return form;
    }

    /// Requests the current secrets.
    void look() {
        work.begin(work.actions().secrets().list(), this::show);
    }

    private void keep() {
        SecretActions secrets = work.actions().secrets();
        String text = value.getText();
        value.clear();
        String secret = name.getText().strip();
        work.begin(
                printed.isSelected()
                        ? secrets.keepCommand(secret, command.getText().strip())
                        : secrets.keep(secret, text),
                kept -> {
                    name.clear();
                    command.clear();
                    show(kept);
                });
    }

    private void show(List<SecretInfo> secrets) {
        rows.rows(secrets.stream().map(this::row).toList());
        if (secrets.isEmpty()) {
            HBox none = new HBox(UiParts.text(TEXTS.get("secrets.none"), "sm", "faint"));
            none.getStyleClass().add("rule-row");
            rows.row(none);
        }
    }

    private HBox row(SecretInfo secret) {
        Label called = UiParts.cut(secret.name(), "mono", "m12");
        called.setMinWidth(160);
        called.setPrefWidth(160);
        HBox row = UiParts.row(8, called);
        if (secret.bindings().isEmpty()) {
            row.getChildren().add(UiParts.tag(TEXTS.get("secrets.unused"), "warn"));
        }
        secret.bindings().forEach(host -> row.getChildren().add(UiParts.tag(host, "accent")));
        TextField host = new TextField();
        host.setPromptText(TEXTS.get("secrets.host.prompt"));
        host.setAccessibleText(TEXTS.get("secrets.host.reader", secret.name()));
        host.setPrefWidth(176);
        host.setOnAction(e -> {
            if (!host.getText().isBlank()) {
                work.begin(
                        work.actions()
                                .secrets()
                                .bind(secret.name(), host.getText().strip()),
                        this::show);
            }
        });
        VBox about = UiParts.column(
                2,
                UiParts.cut(kept(secret), "sm", "faint"),
                UiParts.cut(PolicyModel.used(secret, context.now()), "sm", "faint"));
        String problem = secret.problem();
        if (problem != null) {
            about.getChildren().add(UiParts.cut(FigureFormat.printable(problem), "sm", "danger"));
        }
        about.setAlignment(Pos.CENTER_LEFT);
        row.getChildren().addAll(UiParts.growing(about), host, forget(secret));
        row.getStyleClass().addAll("rule-row", "tall");
        return row;
    }

    private String kept(SecretInfo secret) {
        return PolicyModel.stored(secret, context.dateTime(secret.created()));
    }

    /// Needs two clicks, since a removed secret cannot be restored.
    private Button forget(SecretInfo secret) {
        Button forget = UiParts.button(TEXTS.get("secrets.remove"), "small", "flat");
        forget.setOnAction(e -> {
            if (forget.getText().equals(TEXTS.get("secrets.remove"))) {
                forget.setText(TEXTS.get("secrets.remove.sure"));
                forget.getStyleClass().add("quiet-danger");
            } else {
                work.begin(work.actions().secrets().forget(secret.name()), this::show);
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
