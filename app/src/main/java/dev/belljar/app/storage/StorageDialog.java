package dev.belljar.app.storage;

import dev.belljar.app.action.StorageActions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.drawing.MeterBar;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.SettingsForm;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.request.storage.SetStorage;
import dev.belljar.contract.view.storage.HostStorage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.geometry.Insets;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Shows the disk space of all sandboxes and changes its limits.
public final class StorageDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(StorageDialog.class);
    private static final double WIDTH = 600;
    private static final double PROSE = WIDTH - 2 * PADDING;
    private static final double LIST = 320;

    private final UiContext context;
    private final StorageActions actions;
    private final @Nullable String selected;
    private final Label free = UiParts.text("", "sm", "muted");
    private final Label unpruned = UiParts.prose("", PROSE, "sm", "muted");
    private final Label templatesAndTrash = UiParts.text("", "sm", "muted");
    private final MeterBar meter = new MeterBar(PROSE);
    private final StorageModel model = new StorageModel();
    private final SettingsForm form;
    private final TextField reserve;
    private final TextField quota;
    private final VBox rows = UiParts.column(16);

    /// Requests the current figures at once; `selected` is the id of the sandbox whose quota gets the focus.
    public StorageDialog(UiContext context, StorageActions actions, @Nullable String selected) {
        super(context.overlay(), WIDTH, TEXTS.get("storage.title"));
        this.context = context;
        this.actions = actions;
        this.selected = selected;
        this.form = new SettingsForm(WIDTH, this::save);
        this.reserve = form.field(TEXTS.get("storage.reserve"));
        this.quota = form.field(TEXTS.get("storage.quota"));
        quota.setPromptText(TEXTS.get("storage.quota.prompt"));
        getStyleClass().add("storage-box");
        icon(Feather.HARD_DRIVE);
        ScrollPane scroll = new ScrollPane(rows);
        scroll.setFitToWidth(true);
        rows.heightProperty()
                .addListener((at, was, now) -> scroll.setPrefHeight(Math.min(LIST, now.doubleValue() + 2)));
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        rows.setPadding(new Insets(0, 12, 0, 0));
        // The scroll bar is in the margin, so that all fields are aligned.
        VBox.setMargin(scroll, new Insets(0, -12, 0, 0));
        form.fill(
                this,
                UiParts.column(8, UiParts.row(8, free, UiParts.grow(), templatesAndTrash), meter, unpruned),
                SettingsForm.setting(TEXTS.get("storage.reserve"), TEXTS.get("storage.reserve.meaning"), reserve),
                SettingsForm.setting(TEXTS.get("storage.quota"), TEXTS.get("storage.quota.meaning"), quota),
                scroll);
        form.save().getStyleClass().add("save-storage");
        form.defaults().setOnAction(e -> follow(actions.reset().done(this::show)));
        UiParts.tip(form.defaults(), TEXTS.get("storage.defaults.tip"), "");
        text(unpruned, "");
        text(templatesAndTrash, "");
        editable(false);
        follow(actions.look().done(this::show));
    }

    @Override
    public void requestFocus() {
        quota.requestFocus();
    }

    private void show(HostStorage now) {
        model.show(now);
        free.setText(StorageModel.free(now));
        text(templatesAndTrash, StorageModel.templatesAndTrash(now));
        text(unpruned, StorageModel.unpruned(now));
        meter.show(StorageModel.used(now));
        reserve.setText(StorageModel.reserve(now));
        quota.setText(StorageModel.quota(now));
        List<StorageRow> next = now.sandboxes().stream().map(StorageRow::new).toList();
        next.forEach(row -> form.watch(row.field()));
        rows.getChildren().setAll(next);
        if (next.isEmpty()) {
            rows.getChildren().add(UiParts.text(TEXTS.get("storage.empty"), "muted"));
        }
        form.note(StorageModel.note(now));
        editable(true);
        reserve.setDisable(!model.editable("reserve"));
        quota.setDisable(!model.editable("quota"));
        next.stream()
                .filter(row -> row.id().equals(selected))
                .map(StorageRow::field)
                .findFirst()
                .orElse(quota)
                .requestFocus();
    }

    /// Shows a text; a label without one takes no space.
    private static void text(Label label, String words) {
        label.setText(words);
        label.setVisible(!words.isEmpty());
        label.setManaged(!words.isEmpty());
    }

    private void save() {
        if (!model.known() || form.save().isDisabled()) {
            return;
        }
        TextField at = model.reserveIsWrong(reserve.getText()) ? reserve : quota;
        try {
            Optional<SetStorage> all = model.change(reserve.getText(), quota.getText());
            Map<String, Optional<Long>> own = new LinkedHashMap<>();
            for (StorageRow row : listed()) {
                at = row.field();
                row.task().ifPresent(task -> own.put(row.id(), task));
            }
            if (all.isEmpty() && own.isEmpty()) {
                leave();
            } else {
                send(all.orElse(null), own);
            }
        } catch (IllegalArgumentException e) {
            form.say(String.valueOf(e.getMessage()));
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

    private void send(@Nullable SetStorage all, Map<String, Optional<Long>> own) {
        follow(actions.change(all, own).done(now -> {
            leave();
            context.overlay().say(Feather.HARD_DRIVE, TEXTS.get("storage.saved"), "ok");
        }));
    }

    private void follow(UiTask<HostStorage> doing) {
        form.waits();
        doing.failed(problem -> form.fail(problem, model.known())).begin();
    }

    private void editable(boolean yes) {
        List.of(reserve, quota, form.defaults(), form.save()).forEach(control -> control.setDisable(!yes));
    }
}
