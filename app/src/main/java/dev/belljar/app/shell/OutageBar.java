package dev.belljar.app.shell;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.navigation.Location;
import dev.belljar.app.state.HostState;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// A bar above every screen while the host agent does not answer: it says that data may be old,
/// and what to do.
final class OutageBar extends HBox {
    private static final Texts TEXTS = Texts.of(OutageBar.class);

    private final Label title = UiParts.text("", "semi");
    private final Label words = UiParts.growing(UiParts.cut("", "muted"));
    private final Button start = UiParts.button(Feather.PLAY, TEXTS.get("outage.start"), "primary");
    private @Nullable Problem shown;

    OutageBar(Runnable again) {
        getStyleClass().add("outage");
        start.setOnAction(e -> {
            start.setDisable(true);
            title.setText(TEXTS.get("outage.starting"));
            words.setText("");
            again.run();
        });
        getChildren().addAll(Icon.of(Feather.EYE_OFF, 16, "warn"), title, words, start);
        put(false);
    }

    /// Shows the bar while the host agent does not answer, unless the whole screen says so already.
    void show(HostState state, Location place) {
        Problem problem = state.problem();
        boolean screenSaysSo = state.sandboxes().isEmpty() && place instanceof Location.HomeScreen;
        put(state.connection() == HostState.AgentConnection.DOWN && state.host() != null && !screenSaysSo);
        if (problem == null || state.connection() != HostState.AgentConnection.DOWN) {
            shown = null;
        } else if (!problem.equals(shown)) {
            shown = problem;
            title.setText(TEXTS.get(state.stopped() ? "outage.stopped.title" : "outage.lost.title"));
            words.setText(state.stopped() ? TEXTS.get("outage.stopped.text") : ProblemText.detail(problem));
            UiParts.tip(words, ProblemText.detail(problem), "");
            start.setDisable(false);
            start.setVisible(state.stopped());
            start.setManaged(state.stopped());
        }
    }

    private void put(boolean there) {
        setVisible(there);
        setManaged(there);
    }
}
