package dev.belljar.app.shell;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.navigation.Navigation;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.sandbox.SelectedTime;
import dev.belljar.app.sandbox.TimelineWatch;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The line above a screen that shows the moment which the user has selected in the timeline, and not the present.
final class SelectedTimeBar extends HBox implements AutoCloseable {
    private static final Texts TEXTS = Texts.of(SelectedTimeBar.class);

    private final TimelineWatch history;
    private final UiContext context;
    private final Label time = UiParts.text("", "med");
    private final Label about = UiParts.cut("", "sm", "muted");
    private final WatchRegistration watches;
    private @Nullable ScreenKind screen;

    SelectedTimeBar(TimelineWatch history, UiContext context, Navigation navigation) {
        this.history = history;
        this.context = context;
        getStyleClass().add("moment-bar");
        Button timeline = UiParts.button(Feather.CLOCK, ScreenKind.TIMELINE.title(), "flat", "small");
        timeline.setOnAction(e -> navigation.screen(ScreenKind.TIMELINE));
        Button present = UiParts.withKey(UiParts.button(TEXTS.get("moment.present"), "small"), "Esc");
        present.getStyleClass().add("show-now");
        present.setOnAction(e -> history.clear());
        getChildren().addAll(Icon.of(Feather.CLOCK, 14, "accent"), time, UiParts.growing(about), timeline, present);
        watches = WatchRegistration.all(List.of(
                history.moment().watch(moment -> show()), context.seconds().watch(this::show)::run));
    }

    /// Takes the screen below; null for one that always shows the present.
    void screen(@Nullable ScreenKind next) {
        screen = next;
        show();
    }

    /// `Esc` shows the present again, if no part of the screen uses the key.
    void key(KeyEvent e) {
        if (e.getCode() == KeyCode.ESCAPE && isVisible()) {
            history.clear();
            e.consume();
        }
    }

    @Override
    public void close() {
        watches.close();
    }

    private void show() {
        Optional<SelectedTime> moment = history.moment().now();
        String words = screen == null ? "" : about(screen);
        boolean shown = moment.isPresent() && !words.isEmpty();
        setVisible(shown);
        setManaged(shown);
        if (shown) {
            SelectedTime now = moment.get();
            String ago = FigureFormat.span(Math.max(0, context.now() - now.at()));
            time.setText(TEXTS.get("moment.time", context.dateTime(now.at()), ago));
            Problem problem = now.problem();
            about.setText(
                    problem != null
                            ? TEXTS.get("moment.failed", ProblemText.detail(problem))
                            : now.moment() == null ? TEXTS.get("moment.loading") : words);
        }
    }

    /// What a screen shows of a moment; empty for a screen that always shows the present.
    private static String about(ScreenKind screen) {
        return switch (screen) {
            case PROCESSES -> TEXTS.get("moment.processes");
            case NETWORK -> TEXTS.get("moment.network");
            case CHANGES -> TEXTS.get("moment.changes");
            case TERMINAL, TIMELINE, SNAPSHOTS, LOG, SETTINGS -> "";
        };
    }
}
