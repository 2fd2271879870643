package dev.belljar.app.launcher;

import dev.belljar.app.action.Actions;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.environment.EnvironmentProposal;
import javafx.beans.binding.Bindings;
import javafx.scene.control.Button;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Says whether a new project proposes an environment, with a button that opens the review. It takes no space if there
/// is nothing to say.
final class ProposalNotice extends VBox {
    private static final Texts TEXTS = Texts.of(ProposalNotice.class);

    private final AddModel model;
    private final Actions actions;
    private final Runnable changed;
    private final Button review = UiParts.button(TEXTS.get("add.environment.review"), "small");

    /// `changed` runs after the model has taken the limits of the accepted environment.
    ProposalNotice(AddModel model, Actions actions, Runnable changed) {
        this.model = model;
        this.actions = actions;
        this.changed = changed;
        managedProperty().bind(Bindings.isNotEmpty(getChildren()));
        review.getStyleClass().add("review-environment");
        review.setOnAction(e -> actions.navigation().open(new DialogKind.ShowEnvironment(model.path(), null)));
        WatchRegistration watch = actions.environments().onDecision(this::look);
        sceneProperty().addListener((at, was, now) -> {
            if (now == null) {
                watch.close();
            }
        });
    }

    /// Requests the proposal. A sandbox can be created without it, so a failure is not shown here; the review shows it.
    void look() {
        actions.environments().proposal(model.path()).done(this::show).begin();
    }

    private void show(EnvironmentProposal proposal) {
        model.proposed(proposal);
        getChildren().clear();
        AddModel.environment(proposal)
                .ifPresent(text -> getChildren()
                        .setAll(new NoticeBox(Feather.PACKAGE, text.style(), text.title(), text.text(), review)));
        changed.run();
    }

    /// Disables the review while the sandbox is created.
    void busy(boolean is) {
        review.setDisable(is);
    }
}
