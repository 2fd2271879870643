package dev.belljar.app.keys;

import dev.belljar.app.action.KeyCommands;
import dev.belljar.app.state.ProjectState;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.StateShape;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.SshKey;
import dev.belljar.contract.view.SshKeys;
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

/// Whose ssh keys open a machine: those there are, one more, and fewer.
public final class KeysDialog extends DialogFrame {
    private static final double WIDTH = 720;
    private static final double PROSE = WIDTH - 2 * PADDING;
    private static final double LIST_MOST = 240;

    private final ProjectState project;
    private final UiContext desk;
    private final KeyCommands wishes;
    private final VBox rows = new VBox();
    private final TextField field = new TextField();
    private final Button file = UiParts.button(Feather.FOLDER, "From a file…", "plain");
    private final Button add = UiParts.button("Add", "primary");
    private final Label trouble = UiParts.prose("", PROSE, "sm", "danger");

    /// Asks for the keys at once.
    public KeysDialog(ProjectState project, UiContext desk, KeyCommands wishes) {
        super(desk.overlay(), WIDTH, "SSH keys of " + project.name());
        this.project = project;
        this.desk = desk;
        this.wishes = wishes;
        getStyleClass().add("keys");
        icon(Feather.USER_CHECK);
        body(
                12,
                UiParts.prose(
                        ("Whoever has one of these keys may enter this machine by ssh. From this computer “ssh belljar-%s”"
                                        + " needs none of them: Belljar has a key of its own for that. A key that is removed"
                                        + " opens no new session, but a session it opened stays open until it ends.")
                                .formatted(project.name()),
                        PROSE,
                        "muted"),
                list(),
                form(),
                trouble);
        foot(List.of(own()), "Close");
        say("");
        rows.getChildren()
                .setAll(line(UiParts.row(
                        8, new StateShape(StateShape.Kind.BUSY, 12), UiParts.text("Asking for the keys…", "muted"))));
        wishes.keys(project.id())
                .done(this::show)
                .failed(problem -> {
                    rows.getChildren().clear();
                    rows.getChildren()
                            .add(line(UiParts.row(8, UiParts.text("Which keys there are is not known.", "faint"))));
                    fail(problem);
                })
                .begin();
    }

    @Override
    public void requestFocus() {
        field.requestFocus();
    }

    /// Takes a public key from a file of the person's.
    public void from(Path path) {
        say("");
        wishes.read(path).done(this::take).failed(this::fail).begin();
    }

    private ScrollPane list() {
        rows.getStyleClass().add("card");
        ScrollPane scroll = new ScrollPane(rows);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setMaxHeight(LIST_MOST);
        scroll.setFocusTraversable(false);
        return scroll;
    }

    private VBox form() {
        Label title = UiParts.text("Public key", "section");
        title.setLabelFor(field);
        field.setAccessibleText("Public key");
        field.setPromptText("ssh-ed25519 AAAA… you@laptop");
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
        Button own = UiParts.button(Feather.COPY, "Copy the machine's own key", "flat");
        own.setDisable(!project.running());
        UiParts.tip(own, "Its public key, to be a deploy key at a forge; the machine must run", "");
        own.setOnAction(e -> {
            say("");
            wishes.own(project.id())
                    .done(key -> {
                        ContextMenus.copied(key.key());
                        desk.overlay().say(Feather.COPY, "On your clipboard: the machine's own public key", "ok");
                    })
                    .failed(this::fail)
                    .begin();
        });
        return own;
    }

    /// A private key does not stay on the screen. A field that is emptied while it takes a letter puts its caret
    /// where there is none, and one with a formatter keeps Esc to itself: so it is emptied a moment later.
    private void typed(String text) {
        if (KeyText.isPrivate(text)) {
            wishes.later(this::emptied);
        } else if (!text.isEmpty()) {
            say("");
        }
    }

    private void emptied() {
        if (KeyText.isPrivate(field.getText())) {
            field.clear();
            say(KeyText.PRIVATE);
        }
    }

    private void choose() {
        FileChooser chooser = new FileChooser();
        chooser.setTitle("Public key");
        File home = new File(System.getProperty("user.home"), ".ssh");
        if (home.isDirectory()) {
            chooser.setInitialDirectory(home);
        }
        chooser.getExtensionFilters()
                .setAll(
                        new FileChooser.ExtensionFilter("Public keys", "*.pub"),
                        new FileChooser.ExtensionFilter("All files", "*"));
        File chosen = chooser.showOpenDialog(getScene().getWindow());
        if (chosen != null) {
            from(chosen.toPath());
        }
    }

    private void take(String text) {
        String refusal = KeyText.refusal(text);
        if (refusal == null) {
            field.setText(text.strip());
            add.requestFocus();
        } else {
            field.clear();
            say(refusal);
        }
    }

    private void add() {
        String text = field.getText().strip();
        String refusal = KeyText.refusal(text);
        if (refusal != null) {
            say(refusal);
            return;
        }
        say("");
        wishes.add(project.id(), text)
                .done(keys -> {
                    field.clear();
                    show(keys);
                })
                .failed(this::fail)
                .begin();
    }

    private void show(SshKeys keys) {
        rows.getChildren().clear();
        for (SshKey key : keys.keys()) {
            rows.getChildren().add(line(new KeyRow(key, desk.moment(key.added()), () -> {
                say("");
                wishes.revoke(project.id(), key.fingerprint())
                        .done(this::show)
                        .failed(this::fail)
                        .begin();
            })));
        }
        if (keys.keys().isEmpty()) {
            rows.getChildren()
                    .add(line(UiParts.row(8, UiParts.text("No key was added: only this computer gets in.", "faint"))));
        }
        field.requestFocus();
    }

    private HBox line(HBox row) {
        if (!row.getStyleClass().contains("rule-row")) {
            row.getStyleClass().addAll("rule-row", "tall");
        }
        if (rows.getChildren().isEmpty()) {
            row.getStyleClass().add("first");
        }
        return row;
    }

    private void fail(Problem problem) {
        String hint = problem.hint();
        say(problem.detail() + (hint == null ? "" : " " + hint));
    }

    private void say(String words) {
        trouble.setText(words);
        trouble.setVisible(!words.isEmpty());
        trouble.setManaged(!words.isEmpty());
    }
}
