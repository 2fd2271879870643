package dev.belljar.app.doctor;

import dev.belljar.app.drawing.MeterBar;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.StepList;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.host.ImageStatus;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The guest image: missing, being built with its steps, ready, or failed.
final class ImageCard extends CardPane {
    private static final Texts TEXTS = Texts.of(ImageCard.class);

    private static final int TELLING_PERCENT = 5;
    private static final long TELLING_MILLIS = 10_000;
    private static final int LOG_ROWS = 5;

    private final Runnable build;
    private final Runnable refresh;
    private final MeterBar meter = new MeterBar(368, "work");
    private final Label percent = UiParts.text("", "sm", "muted");
    private final StepList steps = new StepList();
    private final Label time = UiParts.text("", "sm", "muted");
    private final TextArea log = new TextArea();
    private final Button cancel = UiParts.button(TEXTS.get("doctor.image.cancel"));
    private @Nullable String state;
    private int updates;

    ImageCard(Runnable build, Runnable refresh, Runnable stop) {
        super(10);
        this.build = build;
        this.refresh = refresh;
        log.setEditable(false);
        log.setPrefRowCount(LOG_ROWS);
        log.setAccessibleText(TEXTS.get("doctor.image.log"));
        log.getStyleClass().addAll("draft", "build-log");
        cancel.setOnAction(e -> {
            cancel.setDisable(true);
            stop.run();
        });
    }

    /// Shows the image; `now` in milliseconds since the epoch.
    void show(ImageStatus image, long now) {
        if (!image.state().equals(state) || updates != image.updates().size()) {
            state = image.state();
            updates = image.updates().size();
            draw(image);
        }
        meter.show(image.percent() / 100.0);
        percent.setText(image.percent() + " %");
        steps.show(BuildStep.of(image));
        time.setText(timing(image, now));
        String lines = FigureFormat.printableLines(image.log());
        if (!lines.equals(log.getText())) {
            log.setText(lines);
            // Setting the text moved the view to the first line; the newest lines are the last ones.
            log.end();
        }
    }

    /// The time that the build has taken and, once it is far enough for an estimate, the time left.
    static String timing(ImageStatus image, long now) {
        Long started = image.started();
        if (started == null) {
            return "";
        }
        long millis = Math.max(0, now - started);
        if (image.percent() < TELLING_PERCENT || image.percent() >= 100 || millis < TELLING_MILLIS) {
            return TEXTS.get("doctor.image.elapsed", FigureFormat.span(millis));
        }
        long left = millis * (100 - image.percent()) / image.percent();
        return TEXTS.get("doctor.image.left", FigureFormat.span(millis), FigureFormat.span(left));
    }

    private void draw(ImageStatus image) {
        cancel.setDisable(false);
        switch (image.state()) {
            case "building" ->
                fill(
                        TEXTS.get("doctor.image.building.title"),
                        percent,
                        meter,
                        time,
                        steps,
                        log,
                        UiParts.row(
                                12,
                                UiParts.growing(
                                        UiParts.prose(TEXTS.get("doctor.image.building.text"), 268, "sm", "muted")),
                                cancel));
            case "ready" -> ready(image);
            case "failed" -> failed(image);
            default -> missing();
        }
    }

    private void ready(ImageStatus image) {
        HBox which = UiParts.row(
                8,
                UiParts.growing(UiParts.cut(image.key() == null ? "" : image.key(), "mono", "m12", "muted")),
                UiParts.text(FigureFormat.bytes(image.bytes()).toString(), "sm", "muted"));
        if (image.updates().isEmpty()) {
            fill(TEXTS.get("doctor.image.title"), UiParts.tag(TEXTS.get("doctor.image.ready"), "ok"), which);
            return;
        }
        int count = image.updates().size();
        Button go = UiParts.button(Feather.ROTATE_CW, TEXTS.get("doctor.image.refresh"), "primary");
        go.setOnAction(e -> refresh.run());
        Label words = UiParts.prose(TEXTS.get("doctor.image.updates", count), 368, "sm", "muted");
        Problem problem = image.problem();
        if (problem != null) {
            words.setText(TEXTS.get("doctor.image.refresh.failed", ProblemText.detail(problem)));
        }
        UiParts.tip(words, String.join("\n", image.updates()), "");
        fill(
                TEXTS.get("doctor.image.title"),
                UiParts.tag(TEXTS.get("doctor.image.outdated"), "warn"),
                which,
                words,
                go);
    }

    private void missing() {
        Button go = UiParts.button(Feather.PACKAGE, TEXTS.get("doctor.image.build"), "primary");
        go.setOnAction(e -> build.run());
        fill(
                TEXTS.get("doctor.image.title"),
                UiParts.tag(TEXTS.get("doctor.image.missing"), "warn"),
                UiParts.prose(TEXTS.get("doctor.image.missing.text"), 368, "sm", "muted"),
                go);
    }

    private void failed(ImageStatus image) {
        Button go = UiParts.button(Feather.ROTATE_CW, TEXTS.get("doctor.image.again"));
        go.setOnAction(e -> build.run());
        Problem problem = image.problem();
        fill(
                TEXTS.get("doctor.image.title"),
                UiParts.tag(TEXTS.get("doctor.image.failed"), "danger"),
                UiParts.prose(problem == null ? image.step() : ProblemText.detail(problem), 368, "sm"));
        if (problem != null) {
            String hint = ProblemText.hint(problem);
            if (hint != null) {
                getChildren().add(UiParts.prose(hint, 368, "sm", "muted"));
            }
            getChildren().add(ProblemPane.code(problem));
            getChildren().add(steps);
            if (!image.log().isEmpty()) {
                getChildren().add(log);
            }
        }
        getChildren().add(go);
    }
}
