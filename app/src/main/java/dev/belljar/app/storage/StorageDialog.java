package dev.belljar.app.storage;

import dev.belljar.app.intent.Doing;
import dev.belljar.app.intent.StorageWishes;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Meter;
import dev.belljar.app.look.Parts;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.SetStorage;
import dev.belljar.contract.text.DiskSize;
import dev.belljar.contract.view.Storage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// What sandboxes take of this computer's disk and what they may, to be seen and changed.
public final class StorageDialog extends VBox {
    static final double FIELD = 112;
    private static final double WIDTH = 600;
    private static final double PROSE = WIDTH - 48;
    private static final double LIST = 320;

    private final Desk desk;
    private final StorageWishes wishes;
    private final @Nullable String wanted;
    private final Label free = Parts.text("", "sm", "muted");
    private final Meter meter = new Meter(PROSE);
    private final TextField reserve = field("Kept free", "");
    private final TextField quota = field("Quota of each sandbox", "disk + 16 GiB");
    private final VBox rows = Parts.column(16);
    private final Label note = Parts.prose("", PROSE, "sm", "muted");
    private final Label trouble = Parts.prose("", PROSE, "sm", "danger");
    private final Button save = Parts.withKey(Parts.button("Save", "primary"), "Enter");
    private final Button usual = Parts.button(Feather.ROTATE_CCW, "Defaults", "flat");
    private @Nullable Storage shown;

    /// Asks what holds now at once; `wanted` is the id of the sandbox whose quota gets the keyboard, if any.
    public StorageDialog(Desk desk, StorageWishes wishes, @Nullable String wanted) {
        this.desk = desk;
        this.wishes = wishes;
        this.wanted = wanted;
        getStyleClass().addAll("dialog-box", "storage-box");
        setPrefWidth(WIDTH);
        HBox head = Parts.row(12, Icon.of(Feather.HARD_DRIVE), Parts.text("Storage", "h2"));
        head.getStyleClass().add("dialog-head");
        ScrollPane scroll = new ScrollPane(rows);
        scroll.setFitToWidth(true);
        rows.heightProperty()
                .addListener((at, was, now) -> scroll.setPrefHeight(Math.min(LIST, now.doubleValue() + 2)));
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        rows.setPadding(new Insets(0, 12, 0, 0));
        VBox body = Parts.column(
                16,
                Parts.column(8, free, meter),
                setting("Kept free", "Machines are paused before less than this is free", reserve),
                setting("Quota of each sandbox", "Disk, snapshots, memory, git objects and journal together", quota),
                scroll,
                note,
                trouble);
        body.setPadding(new Insets(16, 24, 20, 24));
        getChildren().addAll(head, body, foot());
        editable(false);
        follow(wishes.look().done(this::show));
    }

    @Override
    public void requestFocus() {
        quota.requestFocus();
    }

    private TextField field(String name, String prompt) {
        TextField field = new TextField();
        field.setPromptText(prompt);
        field.setPrefWidth(FIELD);
        field.setMinWidth(FIELD);
        field.setAccessibleText(name);
        heard(field);
        return field;
    }

    private void heard(TextField field) {
        field.setOnAction(e -> save());
        field.textProperty().addListener((at, was, now) -> say(""));
    }

    private static HBox setting(String title, String what, TextField field) {
        Label label = Parts.text(title);
        label.setLabelFor(field);
        return Parts.row(16, Parts.growing(Parts.column(0, label, Parts.text(what, "sm", "muted"))), field);
    }

    private HBox foot() {
        usual.setOnAction(e -> follow(wishes.reset().done(this::show)));
        Parts.tip(usual, "Forgets what was set here for all sandboxes", "");
        Button cancel = Parts.withKey(Parts.button("Cancel", "flat"), "Esc");
        cancel.setOnAction(e -> desk.overlay().close(this));
        save.getStyleClass().add("save-storage");
        save.setOnAction(e -> save());
        HBox foot = new HBox(usual, Parts.grow(), cancel, save);
        foot.getStyleClass().add("dialog-foot");
        return foot;
    }

    private void show(Storage now) {
        shown = now;
        long used = now.total() - now.free();
        boolean low = now.free() <= now.reserve();
        free.setText("%s free of %s%s%s"
                .formatted(
                        Figures.bytes(now.free()),
                        Figures.bytes(now.total()),
                        low ? ": machines are paused until there is more" : "",
                        now.trash() > 0 ? "; the trash takes " + Figures.bytes(now.trash()) : ""));
        meter.show((double) used / Math.max(1, now.total()));
        reserve.setText(DiskSize.words(now.reserve()));
        Long all = now.quota();
        quota.setText(all == null ? "" : DiskSize.words(all));
        List<StorageRow> next = now.sandboxes().stream().map(StorageRow::new).toList();
        next.forEach(row -> heard(row.field()));
        rows.getChildren().setAll(next);
        if (next.isEmpty()) {
            rows.getChildren().add(Parts.text("No sandboxes yet: each will be listed here.", "muted"));
        }
        note.setText(noteOf(now));
        note.setVisible(!note.getText().isEmpty());
        note.setManaged(note.isVisible());
        editable(true);
        reserve.setDisable(now.fixed().contains("reserve"));
        quota.setDisable(now.fixed().contains("quota"));
        next.stream()
                .filter(row -> row.id().equals(wanted))
                .map(StorageRow::field)
                .findFirst()
                .orElse(quota)
                .requestFocus();
    }

    private static String noteOf(Storage now) {
        String problem = now.problem();
        if (problem != null) {
            return problem + ". The defaults hold until something is set again.";
        }
        return now.fixed().isEmpty()
                ? "A size is, for example, 40 GiB, or none. A machine that reaches its quota is paused and loses nothing; it"
                        + " goes on by itself."
                : "What is grey was decided in the environment the host agent was started with.";
    }

    private void save() {
        Storage before = shown;
        if (before == null || save.isDisabled()) {
            return;
        }
        TextField at = reserve;
        try {
            Long kept = changed(reserve, DiskSize.words(before.reserve()));
            at = quota;
            Long each = changed(quota, before.quota() == null ? "" : DiskSize.words(before.quota()));
            Map<String, Optional<Long>> own = new LinkedHashMap<>();
            for (StorageRow row : listed()) {
                at = row.field();
                row.wish().ifPresent(wish -> own.put(row.id(), wish));
            }
            SetStorage all = kept == null && each == null ? null : new SetStorage(each, kept);
            if (all == null && own.isEmpty()) {
                desk.overlay().close(this);
            } else {
                send(all, own);
            }
        } catch (IllegalArgumentException e) {
            say(String.valueOf(e.getMessage()));
            at.requestFocus();
        }
    }

    private List<StorageRow> listed() {
        List<StorageRow> listed = new ArrayList<>();
        rows.getChildren().forEach(node -> {
            if (node instanceof StorageRow row) {
                listed.add(row);
            }
        });
        return listed;
    }

    private static @Nullable Long changed(TextField field, String before) {
        return field.isDisabled() || field.getText().strip().equals(before) ? null : DiskSize.read(field.getText());
    }

    private void send(@Nullable SetStorage all, Map<String, Optional<Long>> own) {
        follow(wishes.change(all, own).done(now -> {
            desk.overlay().close(this);
            desk.overlay().say(Feather.HARD_DRIVE, "The new limits hold from now on.", "ok");
        }));
    }

    private void follow(Doing<Storage> doing) {
        say("");
        save.setDisable(true);
        doing.failed(this::fail).begin();
    }

    private void fail(Problem problem) {
        save.setDisable(shown == null);
        String hint = problem.hint();
        say(problem.detail() + (hint == null ? "" : " " + hint));
    }

    private void editable(boolean yes) {
        List.of(reserve, quota, usual, save).forEach(control -> control.setDisable(!yes));
    }

    private void say(String words) {
        trouble.setText(words);
        trouble.setVisible(!words.isEmpty());
        trouble.setManaged(!words.isEmpty());
    }
}
