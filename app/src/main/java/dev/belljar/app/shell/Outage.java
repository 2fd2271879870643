package dev.belljar.app.shell;

import dev.belljar.app.live.HostPicture;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.contract.problem.Problem;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// A line across every room while the host agent does not answer: what shows may be old, and what can be done.
final class Outage extends HBox {
    private final Label title = Parts.text("", "semi");
    private final Label words = Parts.growing(Parts.cut("", "muted"));
    private final Button start = Parts.button(Feather.PLAY, "Start it", "primary");
    private @Nullable Problem shown;

    Outage(Runnable again) {
        getStyleClass().add("outage");
        start.setOnAction(e -> {
            start.setDisable(true);
            title.setText("Starting the host agent…");
            words.setText("");
            again.run();
        });
        getChildren().addAll(Icon.of(Feather.EYE_OFF, 16, "warn"), title, words, start);
        put(false);
    }

    /// Shows itself while there is none that answers, unless the whole screen says so already.
    void show(HostPicture picture, Place place) {
        Problem problem = picture.problem();
        boolean said = picture.projects().isEmpty() && place instanceof Place.Home;
        put(picture.link() == HostPicture.Link.DOWN && picture.host() != null && !said);
        if (problem == null || picture.link() != HostPicture.Link.DOWN) {
            shown = null;
        } else if (!problem.equals(shown)) {
            shown = problem;
            title.setText(picture.stopped() ? "The host agent was stopped" : "The host agent does not answer");
            words.setText(
                    picture.stopped() ? "Machines keep running, but nothing is recorded meanwhile." : problem.detail());
            Parts.tip(words, problem.detail(), "");
            start.setDisable(false);
            start.setVisible(picture.stopped());
            start.setManaged(picture.stopped());
        }
    }

    private void put(boolean there) {
        setVisible(there);
        setManaged(there);
    }
}
