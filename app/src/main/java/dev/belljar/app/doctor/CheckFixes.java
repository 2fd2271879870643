package dev.belljar.app.doctor;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.host.DoctorCheck;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.control.Button;
import org.kordamp.ikonli.feather.Feather;

/// The repairs that the window can do itself: those that need neither root nor a terminal.
final class CheckFixes {
    private static final Texts TEXTS = Texts.of(CheckFixes.class);

    private final Actions actions;
    private final UiContext context;
    private final Runnable again;

    /// `again` repeats the checks after a repair, `storage` opens the dialog that shows what takes space.
    CheckFixes(Actions actions, UiContext context, Runnable again) {
        this.actions = actions;
        this.context = context;
        this.again = again;
    }

    /// Creates the button for what the window can do about a check; empty if it can do nothing.
    Optional<Button> button(DoctorCheck check, String style) {
        return switch (DoctorModel.fix(check)) {
            case BUILD_IMAGE ->
                Optional.of(
                        button(Feather.PACKAGE, TEXTS.get("doctor.image.build"), style, actions.host()::buildImage));
            case REFRESH_IMAGE ->
                Optional.of(button(
                        Feather.REFRESH_CW, TEXTS.get("doctor.image.refresh"), style, actions.host()::refreshImage));
            case ACCEPT_EMULATION ->
                Optional.of(button(
                        Feather.CHECK, TEXTS.get("doctor.fix.emulation"), style, actions.host()::acceptEmulation));
            case SHOW_STORAGE -> {
                Button storage = UiParts.button(Feather.HARD_DRIVE, TEXTS.get("doctor.fix.storage"), style);
                storage.getStyleClass().add("repair");
                storage.setOnAction(e -> actions.navigation().open(new DialogKind.ShowStorage(null)));
                yield Optional.of(storage);
            }
            case CHECK_AGAIN -> {
                Button repeat = UiParts.button(Feather.ROTATE_CW, TEXTS.get("doctor.again"), style);
                repeat.setOnAction(e -> again.run());
                yield Optional.of(repeat);
            }
            case COPY_COMMAND, NONE -> Optional.empty();
        };
    }

    private <T> Button button(Feather icon, String words, String style, Supplier<UiTask<T>> repair) {
        Button button = UiParts.button(icon, words, style);
        button.getStyleClass().add("repair");
        button.setOnAction(e -> repair.get()
                .done(result -> again.run())
                .failed(problem -> context.overlay().say(Feather.X_OCTAGON, ProblemText.detail(problem), "danger"))
                .begin());
        return button;
    }
}
