package dev.belljar.app.shell;

import dev.belljar.app.action.Actions;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.NetworkModeDisplay;
import dev.belljar.app.ui.StateBadges;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.WorkState;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.view.network.RouteTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.geometry.Insets;
import javafx.scene.Cursor;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The header of a sandbox: name, state, git branch, acceleration, network mode, Sync and the other actions.
final class SandboxHead extends HBox {
    private static final Texts TEXTS = Texts.of(SandboxHead.class);
    private static final double BRANCH_LEAST = 96;

    private final Actions actions;
    private final MenuButton name = new MenuButton();
    private final StateShape shape = new StateShape(StateShape.ShapeKind.STOPPED, 10);
    private final Label state = UiParts.text("", "state-word");
    private final Label branch = UiParts.cut("", "mono");
    private final HBox branchPart = UiParts.row(6, Icon.of(Feather.GIT_BRANCH, 14, "muted"), branch);
    private final Region first = UiParts.separator();
    private final Region second = UiParts.separator();
    private final HBox badge = UiParts.row(0);
    private final HBox preset = UiParts.row(0);
    private final EnvironmentBadge environment;
    private final AddressButton address;
    private final SyncButton sync;
    private final SnapshotButton snapshot;
    private final MenuButton more = new MenuButton(null, Icon.of(Feather.MORE_HORIZONTAL));
    private @Nullable SandboxViewState shown;
    private @Nullable String fitted;

    SandboxHead(Actions actions, Runnable again) {
        this.actions = actions;
        this.environment = new EnvironmentBadge(actions, this::fit);
        this.sync = new SyncButton(syncActions(again));
        sync.onMenu(this::lookForArtifacts);
        this.snapshot = new SnapshotButton(actions.snapshots().saving(), () -> open(DialogKind.TakeSnapshot::new));
        setMinWidth(0);
        getStyleClass().add("head");
        name.getStyleClass().addAll("flat", "project-name");
        more.getStyleClass().addAll("flat", "icon-only");
        more.setAccessibleText(TEXTS.get("head.more"));
        UiParts.tip(more, TEXTS.get("head.more.tip"), "");
        name.setMinWidth(64);
        HBox.setMargin(name, new Insets(0, -8, 0, -8));
        branchPart.setMinWidth(0);
        badge.setMinWidth(Region.USE_PREF_SIZE);
        preset.setMinWidth(Region.USE_PREF_SIZE);
        address = new AddressButton(actions);
        HBox states = UiParts.row(8, shape, state);
        states.setMinWidth(Region.USE_PREF_SIZE);
        getChildren()
                .addAll(
                        name,
                        states,
                        first,
                        branchPart,
                        second,
                        badge,
                        preset,
                        environment,
                        UiParts.grow(),
                        address,
                        sync,
                        snapshot,
                        more);
        widthProperty().addListener((at, was, now) -> fit());
    }

    private SyncButton.SyncButtonActions syncActions(Runnable again) {
        return new SyncButton.SyncButtonActions(
                () -> actions.navigation().screen(ScreenKind.CHANGES),
                () -> open(DialogKind.ShowPush::new),
                again,
                () -> open(sandbox -> new DialogKind.DownloadFiles(sandbox, "")),
                () -> open(DialogKind.DownloadArtifacts::new),
                this::choose,
                () -> open(DialogKind.ShowSyncSettings::new));
    }

    void show(SandboxModel model, WorkState work) {
        SandboxViewState sandbox = model.sandbox();
        boolean other = model.headChanged();
        boolean live = model.connected();
        shown = sandbox;
        state.setText(model.state());
        shape.show(StateBadges.kind(sandbox.reported()));
        snapshot.show(sandbox, live);
        sync.show(sandbox.sync(), work, sandbox.running() && live);
        more.setDisable(!live);
        name.setText(sandbox.name());
        if (other) {
            branch.setText(model.branch());
            UiParts.tip(branch, branch.getText(), "");
            UiParts.tip(shape, state.getText(), "");
            UiParts.tip(state, model.hint(), "");
            paused(StateBadges.paused(sandbox.reported()));
            more.getItems().setAll(SandboxMenu.of(sandbox, actions));
            lookForArtifacts();
            environment.show(sandbox);
        }
        // The width of Sync changes with its words, and with it the space for the rest.
        String content = sandbox.name() + " " + sync.words();
        if (other || !content.equals(fitted)) {
            fitted = content;
            fit();
        }
        List<String> names = model.names();
        if (!names.equals(name.getItems().stream().map(MenuItem::getText).toList())) {
            name.getItems().setAll(names.stream().map(this::way).toList());
        }
    }

    private void lookForArtifacts() {
        SandboxViewState sandbox = shown;
        if (sandbox != null) {
            actions.downloads()
                    .proposed(Path.of(sandbox.reported().spec().project()))
                    .done(proposed -> {
                        SandboxViewState now = shown;
                        if (now != null && now.id().equals(sandbox.id())) {
                            sync.offerArtifacts(proposed);
                        }
                    })
                    .begin();
        }
    }

    /// Ends what the header watches.
    void close() {
        environment.close();
    }

    /// Makes the state of a paused machine a link to Storage, where the limit can be changed.
    private void paused(boolean is) {
        state.setOnMouseClicked(is ? e -> open(DialogKind.ShowStorage::new) : null);
        state.setCursor(is ? Cursor.HAND : Cursor.DEFAULT);
        state.getStyleClass().remove("warn");
        if (is) {
            state.getStyleClass().add("warn");
        }
    }

    /// Shows the network mode of the sandbox.
    void policy(Optional<PolicyView> view) {
        preset.getChildren().setAll(view.map(NetworkModeDisplay::badge).stream().toList());
        preset.setOnMouseClicked(e -> open(sandbox -> new DialogKind.ShowPolicy(sandbox, "")));
        fit();
    }

    /// Shows the routes into the sandbox.
    void routes(Optional<RouteTable> routes) {
        address.show(routes);
        fit();
    }

    /// Shortens or hides less important parts if there is no space for all; Sync, and the reason why a
    /// machine is paused, always stay.
    private void fit() {
        SandboxViewState sandbox = shown;
        if (sandbox == null || getWidth() <= 0 || getScene() == null) {
            return;
        }
        for (HeadFit fit : HeadFit.values()) {
            snapshot.brief(fit.briefButtons());
            address.brief(fit.briefButtons());
            sync.brief(fit.briefButtons());
            badge.getChildren()
                    .setAll(StateBadges.acceleration(sandbox.reported().acceleration(), true));
            icons(badge, fit.iconBadges());
            icons(preset, fit.iconBadges());
            icons(environment, fit.iconBadges());
            put(state, fit.state() || StateBadges.paused(sandbox.reported()));
            put(branchPart, fit.branch());
            put(first, fit.branch());
            applyCss();
            double branchRoom = fit.branch() ? branchPart.prefWidth(-1) : 0;
            if (prefWidth(-1) - branchRoom + Math.min(branchRoom, BRANCH_LEAST) <= getWidth()) {
                return;
            }
        }
    }

    /// Shows badges as icons only; their tooltips have the words.
    private static void icons(HBox badges, boolean only) {
        ContentDisplay how = only ? ContentDisplay.GRAPHIC_ONLY : ContentDisplay.LEFT;
        badges.getChildren().forEach(badge -> ((Labeled) badge).setContentDisplay(how));
    }

    private static void put(Region part, boolean there) {
        part.setVisible(there);
        part.setManaged(there);
    }

    private MenuItem way(String to) {
        return ContextMenus.item(to, Feather.BOX, () -> actions.navigation().enter(to));
    }

    private void choose(SyncMode mode) {
        SandboxViewState sandbox = shown;
        if (sandbox != null) {
            actions.syncModes().choose(sandbox.id(), mode);
        }
    }

    private void open(Function<SandboxViewState, DialogKind> dialog) {
        SandboxViewState sandbox = shown;
        if (sandbox != null) {
            actions.navigation().open(dialog.apply(sandbox));
        }
    }
}
