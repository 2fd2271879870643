package dev.belljar.app.snapshots;

import dev.belljar.app.action.SnapshotActions;
import dev.belljar.app.action.SnapshotActions.AutomaticChoices;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.snapshots.AutomaticSnapshotsModel.AutomaticNumbers;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.SettingsForm;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.sandbox.SnapshotReason;
import dev.belljar.contract.view.storage.AutomaticSnapshotSettings;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Shows and changes when snapshots of a sandbox are taken automatically, and how many are kept.
public final class AutomaticSnapshotsDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(AutomaticSnapshotsDialog.class);
    private static final double WIDTH = 600;
    private static final double PROSE = WIDTH - 2 * PADDING;

    private final String id;
    private final UiContext context;
    private final SnapshotActions actions;
    private final AutomaticSnapshotsModel model = new AutomaticSnapshotsModel();
    private final SettingsForm form = new SettingsForm(WIDTH, this::save);
    private final SegmentedControl own = new SegmentedControl(at -> changed());
    private final SegmentedControl general = new SegmentedControl(at -> changed());
    private final Map<SnapshotReason, CheckBox> occasions = new EnumMap<>(SnapshotReason.class);
    private final TextField minutes = form.field(TEXTS.get("automatic.every"));
    private final TextField keep = form.field(TEXTS.get("automatic.keep"));
    private final TextField quiet = form.field(TEXTS.get("automatic.quiet"));

    /// Requests the current settings at once.
    public AutomaticSnapshotsDialog(
            SandboxViewState sandbox, HostState state, UiContext context, SnapshotActions actions) {
        super(context.overlay(), WIDTH, TEXTS.get("automatic.title", sandbox.name()));
        this.id = sandbox.id();
        this.context = context;
        this.actions = actions;
        getStyleClass().add("automatic-snapshots-box");
        icon(Feather.CAMERA);
        own.with(null, AutomaticSnapshotsModel.asAll(0));
        for (boolean on : new boolean[] {true, false}) {
            own.with(null, AutomaticSnapshotsModel.word(on));
            general.with(null, AutomaticSnapshotsModel.word(on));
        }
        VBox when = UiParts.column(6, UiParts.text(TEXTS.get("automatic.when"), "med"));
        for (SnapshotReason reason : SnapshotReason.values()) {
            CheckBox box = new CheckBox(AutomaticSnapshotsModel.occasion(reason));
            box.setOnAction(e -> form.say(""));
            occasions.put(reason, box);
            when.getChildren().add(box);
        }
        form.fill(
                this,
                UiParts.prose(TEXTS.get("automatic.about"), PROSE, "muted"),
                UiParts.text(AutomaticSnapshotsModel.room(state, id), "med"),
                UiParts.column(6, UiParts.text(TEXTS.get("automatic.own"), "med"), UiParts.row(0, own)),
                when,
                SettingsForm.setting(TEXTS.get("automatic.every"), TEXTS.get("automatic.every.meaning"), minutes),
                SettingsForm.setting(TEXTS.get("automatic.keep"), TEXTS.get("automatic.keep.meaning"), keep),
                SettingsForm.setting(TEXTS.get("automatic.quiet"), TEXTS.get("automatic.quiet.meaning"), quiet),
                UiParts.column(
                        6,
                        UiParts.text(TEXTS.get("automatic.all"), "med"),
                        UiParts.prose(TEXTS.get("automatic.all.meaning"), PROSE, "sm", "muted"),
                        UiParts.row(0, general)));
        form.save().getStyleClass().add("save-automatic");
        form.defaults().setVisible(false);
        editable(false);
        follow(actions.automatic(id).done(this::show));
    }

    @Override
    public void requestFocus() {
        own.requestFocus();
    }

    private void show(AutomaticChoices now) {
        model.show(now);
        general.choose(AutomaticSnapshotsModel.general(now));
        own.choose(AutomaticSnapshotsModel.own(now));
        numbers(now.own());
        form.note(model.problem());
        editable(true);
        changed();
    }

    private void numbers(AutomaticSnapshotSettings settings) {
        AutomaticNumbers numbers = AutomaticSnapshotsModel.numbers(settings);
        minutes.setText(numbers.minutes());
        keep.setText(numbers.keep());
        quiet.setText(numbers.quiet());
        occasions.forEach((reason, box) -> box.setSelected(settings.reasons().contains(reason)));
    }

    private void changed() {
        own.rename(0, AutomaticSnapshotsModel.asAll(general.chosen()));
        boolean off = own.chosen() == 2 || (own.chosen() == 0 && general.chosen() == 1);
        for (TextField field : new TextField[] {minutes, keep, quiet}) {
            field.setDisable(!model.known() || off);
        }
        occasions.values().forEach(box -> box.setDisable(!model.known() || off));
    }

    private void save() {
        if (!model.known() || form.save().isDisabled()) {
            return;
        }
        AutomaticNumbers typed = new AutomaticNumbers(minutes.getText(), keep.getText(), quiet.getText());
        Optional<String> complaint = AutomaticSnapshotsModel.complaint(typed, chosen());
        if (complaint.isPresent()) {
            form.say(complaint.get());
            return;
        }
        model.change(own.chosen(), general.chosen(), typed, chosen())
                .ifPresentOrElse(
                        change -> follow(actions.automatic(id, change).done(now -> {
                            leave();
                            context.overlay().say(Feather.CAMERA, TEXTS.get("automatic.saved"), "ok");
                        })),
                        this::leave);
    }

    private List<SnapshotReason> chosen() {
        return occasions.entrySet().stream()
                .filter(each -> each.getValue().isSelected())
                .map(Map.Entry::getKey)
                .toList();
    }

    private void follow(UiTask<AutomaticChoices> doing) {
        form.waits();
        doing.failed(problem -> form.fail(problem, model.known())).begin();
    }

    private void editable(boolean yes) {
        own.setDisable(!yes);
        general.setDisable(!yes);
        form.save().setDisable(!yes);
        changed();
    }
}
