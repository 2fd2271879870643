package dev.belljar.app.trash;

import dev.belljar.app.action.StorageActions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.SettingsForm;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.request.storage.SetRetention;
import dev.belljar.contract.view.storage.RetentionStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Shows and changes how long unused sandboxes stay in each tier.
public final class RetentionDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(RetentionDialog.class);
    private static final double WIDTH = 560;
    private static final double PROSE = WIDTH - 2 * PADDING;

    private final UiContext context;
    private final StorageActions actions;
    private final RetentionModel model = new RetentionModel();
    private final Map<String, TextField> fields = new LinkedHashMap<>();
    private final VBox rows = UiParts.column(12);
    private final SettingsForm form;

    /// Requests the current settings at once.
    public RetentionDialog(UiContext context, StorageActions actions) {
        super(context.overlay(), WIDTH, TEXTS.get("retention.title"));
        this.context = context;
        this.actions = actions;
        this.form = new SettingsForm(WIDTH, this::save);
        getStyleClass().add("retention-box");
        icon(Feather.CLOCK);
        row("idleMinutes", TEXTS.get("retention.idle"), TEXTS.get("retention.idle.then"));
        row("lifetimeMinutes", TEXTS.get("retention.lifetime"), TEXTS.get("retention.lifetime.then"));
        row("hotMinutes", TEXTS.get("retention.hot"), TEXTS.get("retention.hot.then"));
        row("warmMinutes", TEXTS.get("retention.warm"), TEXTS.get("retention.warm.then"));
        row("coldMinutes", TEXTS.get("retention.cold"), TEXTS.get("retention.cold.then"));
        row("trashMinutes", TEXTS.get("retention.trash"), TEXTS.get("retention.trash.then"));
        form.fill(this, UiParts.prose(TEXTS.get("retention.about"), PROSE, "muted"), rows);
        form.save().getStyleClass().add("save-retention");
        form.defaults().setOnAction(e -> fill(SetRetention.usual()));
        fields.values().forEach(field -> field.setDisable(true));
        form.defaults().setDisable(true);
        follow(actions.retention().done(this::show));
    }

    @Override
    public void requestFocus() {
        fields.values().stream()
                .filter(field -> !field.isDisabled())
                .findFirst()
                .ifPresent(TextField::requestFocus);
    }

    private void row(String name, String title, String then) {
        TextField field = form.field(TEXTS.get("retention.field", title, then));
        fields.put(name, field);
        rows.getChildren().add(SettingsForm.setting(title, then, field));
    }

    private void show(RetentionStatus now) {
        model.show(now);
        fields.forEach((name, field) -> field.setDisable(!model.editable(name)));
        fill(now.whole());
        form.defaults().setDisable(false);
        form.save().setDisable(false);
        form.note(model.note());
        requestFocus();
    }

    /// Fills the fields that can be changed, without sending anything.
    private void fill(SetRetention all) {
        RetentionModel.texts(all).forEach((name, text) -> {
            TextField field = fields.get(name);
            if (field != null && (!field.isDisabled() || field.getText().isEmpty())) {
                field.setText(text);
            }
        });
    }

    private void save() {
        if (!model.known() || form.save().isDisabled()) {
            return;
        }
        Map<String, String> typed = new LinkedHashMap<>();
        for (Map.Entry<String, TextField> entry : fields.entrySet()) {
            TextField field = entry.getValue();
            Optional<String> complaint =
                    field.isDisabled() ? Optional.empty() : RetentionModel.complaint(field.getText());
            if (complaint.isPresent()) {
                form.say(complaint.get());
                field.requestFocus();
                return;
            }
            typed.put(entry.getKey(), field.getText());
        }
        model.change(typed).ifPresentOrElse(this::send, this::leave);
    }

    private void send(SetRetention request) {
        follow(actions.retain(request).done(now -> {
            leave();
            context.overlay().say(Feather.CLOCK, TEXTS.get("retention.saved"), "ok");
        }));
    }

    private void follow(UiTask<RetentionStatus> doing) {
        form.waits();
        doing.failed(problem -> form.fail(problem, model.known())).begin();
    }
}
