package dev.belljar.app.sync;

import dev.belljar.app.action.SyncModeActions;
import dev.belljar.app.action.SyncModeActions.SyncChoices;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.SettingsForm;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.sync.SyncMode;
import java.util.Optional;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import org.kordamp.ikonli.feather.Feather;

/// Shows and changes when the work of a sandbox is fetched, and whether its project applies safe work without a
/// review.
public final class SyncSettingsDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(SyncSettingsDialog.class);
    private static final double WIDTH = 600;
    private static final double PROSE = WIDTH - 2 * PADDING;

    private final UiContext context;
    private final SyncModeActions actions;
    private final String id;
    private final String project;
    private final SyncSettingsModel model;
    private final SettingsForm form;
    private final SegmentedControl own = new SegmentedControl(at -> changed());
    private final SegmentedControl general = new SegmentedControl(at -> changed());
    private final TextField seconds;
    private final CheckBox apply = new CheckBox(TEXTS.get("sync.apply"));

    /// Requests the current settings at once.
    public SyncSettingsDialog(SandboxViewState sandbox, UiContext context, SyncModeActions actions) {
        super(context.overlay(), WIDTH, TEXTS.get("sync.title", sandbox.name()));
        this.context = context;
        this.actions = actions;
        this.id = sandbox.id();
        this.project = sandbox.reported().spec().project();
        this.model = new SyncSettingsModel(project);
        this.form = new SettingsForm(WIDTH, this::save);
        this.seconds = form.field(TEXTS.get("sync.idle"));
        getStyleClass().add("sync-settings-box");
        icon(Feather.REFRESH_CW);
        own.with(null, SyncSettingsModel.asProject(0));
        for (SyncMode mode : SyncMode.values()) {
            own.with(null, SyncSettingsModel.word(mode));
            general.with(null, SyncSettingsModel.word(mode));
        }
        Label risk = UiParts.prose(TEXTS.get("sync.apply.meaning"), PROSE, "sm", "muted");
        form.fill(
                this,
                UiParts.prose(TEXTS.get("sync.about"), PROSE, "muted"),
                UiParts.column(6, UiParts.text(TEXTS.get("sync.own"), "med"), UiParts.row(0, own)),
                SettingsForm.setting(TEXTS.get("sync.idle"), TEXTS.get("sync.idle.meaning"), seconds),
                UiParts.column(
                        6,
                        UiParts.text(TEXTS.get("sync.general"), "med"),
                        UiParts.prose(TEXTS.get("sync.general.meaning"), PROSE, "sm", "muted"),
                        UiParts.row(0, general)),
                UiParts.column(4, apply, risk));
        form.save().getStyleClass().add("save-sync");
        form.defaults().setVisible(false);
        editable(false);
        follow(actions.look(id, project).done(this::show));
    }

    @Override
    public void requestFocus() {
        own.requestFocus();
    }

    private void show(SyncChoices now) {
        model.show(now);
        general.choose(SyncSettingsModel.general(now));
        own.choose(SyncSettingsModel.own(now));
        seconds.setText(SyncSettingsModel.seconds(now));
        apply.setSelected(now.project().apply());
        editable(true);
        changed();
    }

    private void changed() {
        own.rename(0, SyncSettingsModel.asProject(general.chosen()));
        seconds.setDisable(!model.known() || !SyncSettingsModel.idle(own.chosen(), general.chosen()));
    }

    private void save() {
        if (!model.known() || form.save().isDisabled()) {
            return;
        }
        Optional<String> complaint =
                seconds.isDisabled() ? Optional.empty() : SyncSettingsModel.complaint(seconds.getText());
        if (complaint.isPresent()) {
            form.say(complaint.get());
            seconds.requestFocus();
            return;
        }
        model.change(own.chosen(), general.chosen(), seconds.getText(), apply.isSelected())
                .ifPresentOrElse(
                        change -> follow(actions.change(id, project, change).done(now -> {
                            leave();
                            context.overlay().say(Feather.REFRESH_CW, TEXTS.get("sync.saved"), "ok");
                        })),
                        this::leave);
    }

    private void follow(UiTask<SyncChoices> doing) {
        form.waits();
        doing.failed(problem -> form.fail(problem, model.known())).begin();
    }

    private void editable(boolean yes) {
        own.setDisable(!yes);
        general.setDisable(!yes);
        seconds.setDisable(!yes);
        apply.setDisable(!yes);
        form.save().setDisable(!yes);
    }
}
