package dev.belljar.app.settings;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.sandbox.SettingsWatch;
import dev.belljar.app.state.HostWatch;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.NetworkModeDisplay;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.sandbox.SandboxSetting;
import dev.belljar.contract.view.settings.SandboxSettings;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The settings of a sandbox: its resources, its times, its network mode and its work, and a bar with what a
/// restart would change.
public final class SettingsView implements ScreenView {
    private static final Texts TEXTS = Texts.of(SettingsView.class);
    private static final double PROSE = 560;
    private static final List<NetworkMode> MODES = List.of(NetworkMode.values());

    private final SandboxViewState sandbox;
    private final UiContext context;
    private final Actions actions;
    private final SettingsModel model = new SettingsModel();
    private final Map<SandboxSetting, SettingRow> rows = new EnumMap<>(SandboxSetting.class);
    private final SegmentedControl modes;
    private final Label modeSentence = UiParts.prose("", PROSE, "sm", "muted");
    private final Label problem = UiParts.prose("", PROSE, "sm", "danger");
    private final SettingsBar bar = new SettingsBar(this::discard, this::save, this::askRestart);
    private final VBox all;
    private final WatchRegistration registration;
    private boolean waits;
    private boolean drawing;

    /// Requests the settings when the screen is shown, and when an event says that they may have changed.
    public SettingsView(SandboxViewState sandbox, HostWatch host, UiContext context, Actions actions) {
        this.sandbox = sandbox;
        this.context = context;
        this.actions = actions;
        modes = new SegmentedControl(index -> {
            if (!drawing) {
                model.choose(MODES.get(index));
                draw();
            }
        });
        MODES.forEach(mode -> modes.with(null, NetworkModeDisplay.title(mode)));
        ScrollPane body = new ScrollPane(sections());
        body.setFitToWidth(true);
        all = UiParts.column(0, UiParts.growing(body), bar);
        registration = host.listen(SettingsWatch.of(sandbox.id(), () -> actions.later(this::look)));
        draw();
    }

    private VBox sections() {
        Button rules = UiParts.button(Feather.LIST, TEXTS.get("settings.network.rules"), "flat");
        rules.setOnAction(e -> actions.navigation().open(new DialogKind.ShowPolicy(sandbox, "")));
        Button sync = UiParts.button(Feather.REFRESH_CW, TEXTS.get("settings.sync.change"), "flat");
        sync.setOnAction(e -> actions.navigation().open(new DialogKind.ShowSyncSettings(sandbox)));
        Button snapshots = UiParts.button(Feather.CAMERA, TEXTS.get("settings.snapshots.change"), "flat");
        snapshots.setOnAction(e -> actions.navigation().open(new DialogKind.ShowAutomaticSnapshots(sandbox)));
        Button storage = UiParts.button(Feather.HARD_DRIVE, TEXTS.get("settings.storage.change"), "flat");
        storage.setOnAction(e -> actions.navigation().open(new DialogKind.ShowStorage(sandbox)));
        Button environment = UiParts.button(Feather.PACKAGE, TEXTS.get("settings.environment.change"), "flat");
        environment.setOnAction(e -> actions.navigation().open(DialogKind.ShowEnvironment.of(sandbox)));
        VBox sections = UiParts.column(
                0,
                section(
                        TEXTS.get("settings.resources"),
                        TEXTS.get("settings.resources.about"),
                        row(SandboxSetting.MEMORY, TEXTS.get("settings.memory")),
                        row(SandboxSetting.CPUS, TEXTS.get("settings.cpus")),
                        row(SandboxSetting.DISK, TEXTS.get("settings.disk")),
                        row(SandboxSetting.PROCESSES, TEXTS.get("settings.processes")),
                        row(SandboxSetting.CPU_WEIGHT, TEXTS.get("settings.weight")),
                        row(SandboxSetting.CPU_CAP, TEXTS.get("settings.cap")),
                        row(SandboxSetting.DISK_RATE, TEXTS.get("settings.rate"))),
                section(
                        TEXTS.get("settings.times"),
                        "",
                        row(SandboxSetting.IDLE, TEXTS.get("settings.idle")),
                        row(SandboxSetting.LIFETIME, TEXTS.get("settings.lifetime"))),
                section(TEXTS.get("settings.network"), "", UiParts.row(12, modes, rules), modeSentence),
                section(TEXTS.get("settings.work"), "", UiParts.row(12, sync, snapshots, storage, environment)),
                problem);
        sections.getStyleClass().add("settings-sections");
        return sections;
    }

    private SettingRow row(SandboxSetting setting, String title) {
        SettingRow row = new SettingRow(setting, title, model, this::draw, this::save);
        rows.put(setting, row);
        return row;
    }

    private static VBox section(String title, String about, Node... content) {
        VBox section =
                UiParts.column(10, UiParts.row(8, UiParts.text(title, "h3"), UiParts.text(about, "sm", "muted")));
        section.getStyleClass().add("settings-section");
        section.getChildren().addAll(content);
        return section;
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public boolean standsAlone() {
        return true;
    }

    @Override
    public void shown() {
        look();
        SettingRow first = rows.get(SandboxSetting.MEMORY);
        if (first != null) {
            context.focus(first.field());
        }
    }

    @Override
    public void refresh() {
        look();
    }

    @Override
    public void close() {
        registration.close();
    }

    /// Requests the settings, while the screen is shown.
    private void look() {
        if (all.getScene() != null) {
            actions.sandboxes()
                    .settings(sandbox.id())
                    .done(this::show)
                    .failed(this::fail)
                    .begin();
        }
    }

    private void show(SandboxSettings now) {
        model.show(now);
        problem.setText(model.problem());
        draw();
    }

    private void draw() {
        drawing = true;
        rows.values().forEach(SettingRow::show);
        modes.setDisable(!model.known());
        modes.choose(MODES.indexOf(model.mode()));
        modeSentence.setText(NetworkModeDisplay.sentence(model.mode()));
        bar.show(model, waits);
        drawing = false;
    }

    private void discard() {
        if (model.bar() == SettingsModel.BarState.PENDING) {
            send(model.dropPending(), () -> {});
        } else {
            model.discard();
            draw();
        }
    }

    private void save() {
        save(() -> {});
    }

    private void save(Runnable then) {
        Optional<SettingRow> wrong = rows.entrySet().stream()
                .filter(entry -> model.complaint(entry.getKey()).isPresent())
                .map(Map.Entry::getValue)
                .findFirst();
        if (wrong.isPresent()) {
            wrong.get().field().requestFocus();
        } else if (!waits) {
            model.request().ifPresentOrElse(request -> send(request, then), then);
        }
    }

    private void askRestart() {
        save(() -> actions.sandboxes().restart(sandbox));
    }

    private void send(SetSandboxSettings request, Runnable then) {
        waits = true;
        bar.show(model, true);
        UiTask<SandboxSettings> _ = actions.sandboxes()
                .change(sandbox.id(), request)
                .done(now -> {
                    waits = false;
                    model.discard();
                    show(now);
                    then.run();
                })
                .failed(this::fail)
                .begin();
    }

    private void fail(Problem why) {
        waits = false;
        problem.setText(ProblemText.all(why));
        bar.show(model, false);
    }
}
