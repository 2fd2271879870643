package dev.belljar.app.look;

import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Preset;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// How the preset in force is told everywhere, in words that promise nothing it does not do.
public final class PresetLook {
    private static final int USUAL_HOLD = 60;

    private PresetLook() {}

    /// Its name in two words.
    public static String title(Preset preset) {
        return switch (preset) {
            case CLOSED -> "Closed";
            case REGISTRIES -> "Registries only";
            case ASK -> "Ask me";
            case OPEN -> "Open, logged";
        };
    }

    /// What it does with what no rule speaks of, and what it does not protect from.
    public static String sentence(Preset preset) {
        return sentence(preset, USUAL_HOLD);
    }

    /// The same where a question waits so many seconds.
    public static String sentence(Preset preset, int holdSeconds) {
        return switch (preset) {
            case CLOSED -> "Whatever no rule allows is refused at once, and written down.";
            case REGISTRIES ->
                "Package registries are open, all else that no rule allows is refused at once. A registry takes uploads"
                        + " too: work could leave through it.";
            case ASK ->
                "Whatever no rule speaks of waits until you answer, and is refused after " + holdSeconds
                        + " s without an answer.";
            case OPEN ->
                "Whatever no rule denies is let out and written down. Nothing keeps your work or secrets in the machine"
                        + " from being sent away; only private and special addresses stay shut.";
        };
    }

    /// The badge of what is in force; hovering says what that means and who decided it.
    public static Label badge(PolicyView view) {
        boolean broken = view.problem() != null;
        Label badge = Parts.tag(broken ? "All refused" : title(view.preset()), "big", style(view));
        badge.setGraphic(Icon.of(icon(view), 14));
        String words = words(view);
        Parts.tip(badge, words, "");
        badge.setAccessibleText("Network: " + badge.getText() + ". " + words);
        badge.getStyleClass().add("preset-badge");
        return badge;
    }

    /// What is in force, in sentences.
    public static String words(PolicyView view) {
        String problem = view.problem();
        return problem == null
                ? sentence(view.preset(), view.holdSeconds()) + " Chosen by " + view.because() + "."
                : "A policy cannot be read, so nothing is let out: " + Figures.printable(problem);
    }

    /// The mark of what is in force.
    public static Feather icon(PolicyView view) {
        return view.problem() == null ? icon(view.preset()) : Feather.ALERT_TRIANGLE;
    }

    /// The mark of a preset.
    public static Feather icon(Preset preset) {
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
