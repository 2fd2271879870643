package dev.belljar.app.shell;

import dev.belljar.app.action.Actions;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentState;
import javafx.beans.binding.Bindings;
import javafx.geometry.Pos;
import javafx.scene.Cursor;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// A badge that is shown while the project of a sandbox proposes an environment about which the user has not decided.
/// It opens the review.
final class EnvironmentBadge extends HBox {
    private static final Texts TEXTS = Texts.of(EnvironmentBadge.class);

    private final Actions actions;
    private final Runnable changed;
    private final WatchRegistration decisions;
    private @Nullable SandboxViewState shown;

    /// `changed` runs after the badge was shown or hidden.
    EnvironmentBadge(Actions actions, Runnable changed) {
        this.actions = actions;
        this.changed = changed;
        setMinWidth(USE_PREF_SIZE);
        setAlignment(Pos.CENTER_LEFT);
        managedProperty().bind(Bindings.isNotEmpty(getChildren()));
        decisions = actions.environments().onDecision(this::look);
        // The project may have changed its proposal while the user worked elsewhere.
        sceneProperty()
                .flatMap(Scene::windowProperty)
                .flatMap(Window::focusedProperty)
                .orElse(false)
                .subscribe(focused -> {
                    if (focused) {
                        look();
                    }
                });
    }

    /// Requests the proposal of this sandbox's project.
    void show(SandboxViewState sandbox) {
        shown = sandbox;
        look();
    }

    private void look() {
        SandboxViewState sandbox = shown;
        if (sandbox != null) {
            actions.environments()
                    .proposal(sandbox.reported().spec().project())
                    .done(proposal -> {
                        if (sandbox.equals(shown)) {
                            show(sandbox, proposal);
                        }
                    })
                    .begin();
        }
    }

    private void show(SandboxViewState sandbox, EnvironmentProposal proposal) {
        getChildren().clear();
        if (proposal.waiting()) {
            boolean isChange = proposal.state() == EnvironmentState.CHANGED;
            Label tag = UiParts.tag(
                    TEXTS.get(isChange ? "head.environment.changed" : "head.environment.proposed"), "big", "warn");
            tag.setGraphic(Icon.of(Feather.PACKAGE, 14));
            tag.getStyleClass().add("environment-badge");
            tag.setCursor(Cursor.HAND);
            tag.setOnMouseClicked(e -> actions.navigation().open(DialogKind.ShowEnvironment.of(sandbox)));
            UiParts.tip(
                    tag, TEXTS.get(isChange ? "head.environment.changed.tip" : "head.environment.proposed.tip"), "");
            getChildren().setAll(tag);
        }
        changed.run();
    }

    /// Ends the watch of decisions.
    void close() {
        decisions.close();
    }
}
