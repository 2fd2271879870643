package dev.belljar.app.review;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// What the last sync did, or why it failed and what to do; above the bar with the target.
final class ResultBar extends HBox {
    private static final Texts TEXTS = Texts.of(ResultBar.class);
    private static final double LEAST_HEIGHT = 36;

    ResultBar() {
        getStyleClass().add("result-bar");
        // A problem may need several lines.
        setMinHeight(USE_PREF_SIZE);
        clear();
    }

    @Override
    protected double computePrefHeight(double width) {
        return Math.max(LEAST_HEIGHT, super.computePrefHeight(width));
    }

    void clear() {
        setVisible(false);
        setManaged(false);
    }

    /// Shows that a sync is running.
    void working(String words) {
        fill(Feather.REFRESH_CW, "accent", words);
    }

    /// Shows what was done.
    void done(String words) {
        fill(Feather.CHECK, "ok", words);
        getChildren().add(close());
    }

    /// Shows what was done, with a button that undoes it.
    void done(String words, Runnable undo) {
        fill(Feather.CHECK, "ok", words);
        Button back = UiParts.button(Feather.CORNER_UP_LEFT, TEXTS.get("result.undo"), "small", "undo-sync");
        back.setOnAction(e -> undo.run());
        getChildren().addAll(back, close());
    }

    /// Shows why a sync failed, and what to do.
    void failed(Problem problem) {
        fill(Feather.X_OCTAGON, "danger", ProblemText.all(problem));
        Button copy = UiParts.button(Feather.COPY, TEXTS.get("result.copy"), "flat", "small");
        copy.setOnAction(e -> ProblemPane.copy(problem));
        getChildren().addAll(UiParts.text(problem.code(), "mono", "m12", "danger"), copy, close());
    }

    private Button close() {
        Button close = UiParts.iconButton(Feather.X, TEXTS.get("result.close"));
        close.setOnAction(e -> clear());
        return close;
    }

    private void fill(Feather icon, String style, String words) {
        getStyleClass().removeAll("ok", "danger", "accent");
        getStyleClass().add(style);
        getChildren().setAll(Icon.of(icon, 14, style), UiParts.growing(UiParts.prose(words, Double.MAX_VALUE, "sm")));
        setVisible(true);
        setManaged(true);
    }
}
