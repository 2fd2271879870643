package dev.belljar.app.keys;

import dev.belljar.app.action.Actions;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.session.SshKey;
import dev.belljar.contract.view.session.SshKeys;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import org.kordamp.ikonli.feather.Feather;

/// Lists the SSH keys that can log in to a sandbox, adds one, and removes one.
public final class KeysDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(KeysDialog.class);
    private static final double WIDTH = 720;
    private static final double PROSE = WIDTH - 2 * PADDING;
    private static final double LIST_MOST = 240;

    private final KeysModel model = new KeysModel();
    private final SandboxViewState sandbox;
    private final UiContext context;
    private final Actions actions;
    private final CardPane rows = new CardPane();
    private final TextField field = new TextField();
    private final Button file = UiParts.button(Feather.FOLDER, TEXTS.get("keys.file"), "plain");
    private final Button add = UiParts.button(TEXTS.get("keys.add"), "primary");
    private final Label problemLabel = UiParts.prose("", PROSE, "sm", "danger");

    /// Requests the keys at once.
    public KeysDialog(SandboxViewState sandbox, UiContext context, Actions actions) {
        super(context.overlay(), WIDTH, TEXTS.get("keys.title", sandbox.name()));
        this.sandbox = sandbox;
        this.context = context;
        this.actions = actions;
        getStyleClass().add("keys");
        icon(Feather.USER_CHECK);
        body(12, UiParts.prose(TEXTS.get("keys.about", sandbox.name()), PROSE, "muted"), list(), form(), problemLabel);
        foot(List.of(own()), TEXTS.get("keys.close"));
        begin();
        rows.rows(List.of(line(UiParts.row(
                8, new StateShape(StateShape.ShapeKind.BUSY, 12), UiParts.text(TEXTS.get("keys.loading"), "muted")))));
        actions.keys()
                .list(sandbox.id())
                .done(this::show)
                .failed(problem -> {
                    rows.rows(List.of(line(UiParts.row(8, UiParts.text(TEXTS.get("keys.unknown"), "faint")))));
                    fail(problem);
                })
                .begin();
    }

    @Override
    public void requestFocus() {
        field.requestFocus();
    }

    /// Reads a public key from a file of the user.
    public void from(Path path) {
        begin();
        actions.keys().read(path).done(this::take).failed(this::fail).begin();
    }

    private ScrollPane list() {
        ScrollPane scroll = new ScrollPane(rows);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setMaxHeight(LIST_MOST);
        scroll.setFocusTraversable(false);
        return scroll;
    }

    private VBox form() {
        Label title = UiParts.text(TEXTS.get("keys.field"), "section");
        title.setLabelFor(field);
        field.setAccessibleText(TEXTS.get("keys.field"));
        field.setPromptText(TEXTS.get("keys.field.prompt"));
        field.getStyleClass().add("mono");
        field.setOnAction(e -> add());
        field.textProperty().addListener((at, was, now) -> typed(now));
        file.setOnAction(e -> choose());
        add.getStyleClass().add("add-key");
        add.setOnAction(e -> add());
        add.disableProperty().bind(field.textProperty().isEmpty());
        return UiParts.column(4, title, UiParts.row(8, UiParts.growing(field), file, add));
    }

    private Button own() {
        Button own = UiParts.button(Feather.COPY, TEXTS.get("keys.own"), "flat");
        own.setDisable(!sandbox.running());
        UiParts.tip(own, TEXTS.get("keys.own.tip"), "");
        own.setOnAction(e -> {
            begin();
            actions.keys()
                    .own(sandbox.id())
                    .done(key -> {
                        ContextMenus.copied(key.key());
                        context.overlay().say(Feather.COPY, TEXTS.get("keys.own.copied"), "ok");
                    })
                    .failed(this::fail)
                    .begin();
        });
        return own;
    }

    /// Removes a private key from the screen, except the words by which it was recognized, so that the user
    /// sees the mistake. The field is changed later on the same thread: a field that is changed while it
    /// handles a letter sets its caret outside its text, and a field with a formatter consumes Esc.
    private void typed(String text) {
        if (model.typed(text)) {
            actions.later(this::shortened);
        } else {
            say();
        }
    }

    private void shortened() {
        if (KeyText.isPrivate(field.getText())) {
            field.setText(model.shortened(field.getText()));
            field.positionCaret(field.getLength());
            say();
        }
    }

    private void choose() {
        FileChooser chooser = new FileChooser();
        chooser.setTitle(TEXTS.get("keys.field"));
        File home = new File(System.getProperty("user.home"), ".ssh");
        if (home.isDirectory()) {
            chooser.setInitialDirectory(home);
        }
        chooser.getExtensionFilters()
                .setAll(
                        new FileChooser.ExtensionFilter(TEXTS.get("keys.filter.public"), "*.pub"),
                        new FileChooser.ExtensionFilter(TEXTS.get("keys.filter.all"), "*"));
        File chosen = chooser.showOpenDialog(getScene().getWindow());
        if (chosen != null) {
            from(chosen.toPath());
        }
    }

    private void take(String text) {
        field.setText(model.read(text));
        say();
        if (model.complaint().isEmpty()) {
            add.requestFocus();
        }
    }

    private void add() {
        model.key(field.getText())
                .ifPresent(key -> actions.keys()
                        .add(sandbox.id(), key)
                        .done(keys -> {
                            field.clear();
                            show(keys);
                        })
                        .failed(this::fail)
                        .begin());
        say();
    }

    private void show(SshKeys keys) {
        rows.getChildren().clear();
        for (SshKey key : keys.keys()) {
            rows.row(line(new KeyRow(key, context.dateTime(key.added()), () -> {
                begin();
                actions.keys()
                        .revoke(sandbox.id(), key.fingerprint())
                        .done(this::show)
                        .failed(this::fail)
                        .begin();
            })));
        }
        if (keys.keys().isEmpty()) {
            rows.row(line(UiParts.row(8, UiParts.text(TEXTS.get("keys.empty"), "faint"))));
        }
        field.requestFocus();
    }

    private static HBox line(HBox row) {
        if (!row.getStyleClass().contains("rule-row")) {
            row.getStyleClass().addAll("rule-row", "tall");
        }
        return row;
    }

    private void fail(Problem problem) {
        model.fail(problem);
        say();
    }

    /// Clears the last complaint before a new attempt.
    private void begin() {
        model.begin();
        say();
    }

    private void say() {
        String words = model.complaint();
        problemLabel.setText(words);
        problemLabel.setVisible(!words.isEmpty());
        problemLabel.setManaged(!words.isEmpty());
    }
}
