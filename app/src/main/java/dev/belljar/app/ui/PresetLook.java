package dev.belljar.app.ui;

import dev.belljar.contract.policy.PolicyPreset;
import dev.belljar.contract.policy.PolicyView;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// How the preset in force is told everywhere, in words that promise nothing it does not do.
public final class PresetLook {
    private static final int USUAL_HOLD = 60;

    private PresetLook() {}

    /// Its name in two words.
    public static String title(PolicyPreset preset) {
        return switch (preset) {
            case CLOSED -> "Closed";
            case REGISTRIES -> "Registries only";
            case ASK -> "Ask me";
            case OPEN -> "Open, logged";
        };
    }

    /// What it does with what no rule speaks of, and what it does not protect from.
    public static String sentence(PolicyPreset preset) {
        return sentence(preset, USUAL_HOLD);
    }

    /// The same where a question waits so many seconds.
    public static String sentence(PolicyPreset preset, int holdSeconds) {
        return switch (preset) {
            case CLOSED -> "Connections that no rule allows are refused at once and recorded.";
            case REGISTRIES ->
                "Package registries are allowed; everything else that no rule allows is refused at once. A registry accepts uploads"
                        + " too, so work could leave through it.";
            case ASK ->
                "Connections that no rule covers wait until you answer, and are refused after " + holdSeconds
                        + " s without an answer.";
            case OPEN ->
                "Connections that no rule denies are allowed and recorded. Nothing keeps your work or secrets in the machine"
                        + " from being sent away; only private and special addresses stay refused.";
        };
    }

    /// The badge of what is in force; hovering says what that means and who decided it.
    public static Label badge(PolicyView view) {
        boolean broken = view.problem() != null;
        Label badge = UiParts.tag(broken ? "All refused" : title(view.preset()), "big", style(view));
        badge.setGraphic(Icon.of(icon(view), 14));
        String words = words(view);
        UiParts.tip(badge, words, "");
        badge.setAccessibleText("Network: " + badge.getText() + ". " + words);
        badge.getStyleClass().add("preset-badge");
        return badge;
    }

    /// What is in force, in sentences.
    public static String words(PolicyView view) {
        String problem = view.problem();
        return problem == null
                ? sentence(view.preset(), view.holdSeconds()) + " Chosen by " + view.because() + "."
                : "A policy cannot be read, so every connection is refused: " + FigureFormat.printable(problem);
    }

    /// The mark of what is in force.
    public static Feather icon(PolicyView view) {
        return view.problem() == null ? icon(view.preset()) : Feather.ALERT_TRIANGLE;
    }

    /// The mark of a preset.
    public static Feather icon(PolicyPreset preset) {
        return switch (preset) {
            case CLOSED -> Feather.LOCK;
            case REGISTRIES -> Feather.PACKAGE;
            case ASK -> Feather.BELL;
            case OPEN -> Feather.UNLOCK;
        };
    }

    /// The style of its tag: what is open is a warning.
    public static String style(PolicyView view) {
        if (view.problem() != null) {
            return "danger";
        }
        return switch (view.preset()) {
            case CLOSED -> "neutral";
            case REGISTRIES, ASK -> "accent";
            case OPEN -> "warn";
        };
    }
}
