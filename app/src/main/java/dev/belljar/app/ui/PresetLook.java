package dev.belljar.app.ui;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.policy.PolicyPreset;
import dev.belljar.contract.policy.PolicyView;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// How the preset in force is told everywhere, in words that promise nothing it does not do.
public final class PresetLook {
    private static final Texts TEXTS = Texts.of(PresetLook.class);
    private static final int USUAL_HOLD = 60;

    private PresetLook() {}

    /// Its name in two words.
    public static String title(PolicyPreset preset) {
        return TEXTS.get(preset);
    }

    /// What happens to connections without a rule, and what this does not protect from.
    public static String sentence(PolicyPreset preset) {
        return sentence(preset, USUAL_HOLD);
    }

    /// The same where a question waits so many seconds.
    public static String sentence(PolicyPreset preset, int holdSeconds) {
        return switch (preset) {
            case CLOSED -> TEXTS.get("preset.closed");
            case REGISTRIES -> TEXTS.get("preset.registries");
            case ASK -> TEXTS.get("preset.ask", holdSeconds);
            case OPEN -> TEXTS.get("preset.open");
        };
    }

    /// The badge of what is in force; hovering says what that means and who decided it.
    public static Label badge(PolicyView view) {
        boolean broken = view.problem() != null;
        Label badge =
                UiParts.tag(broken ? TEXTS.get("preset.badge.broken") : subject(view.preset()), "big", style(view));
        badge.setGraphic(Icon.of(icon(view), 14));
        String words = words(view);
        UiParts.tip(badge, words, "");
        badge.setAccessibleText(TEXTS.get("preset.badge.spoken", badge.getText(), words));
        badge.getStyleClass().add("preset-badge");
        return badge;
    }

    /// The badge's words, which name what they are about.
    private static String subject(PolicyPreset preset) {
        return switch (preset) {
            case CLOSED -> TEXTS.get("preset.badge.closed");
            case REGISTRIES -> TEXTS.get("preset.badge.registries");
            case ASK -> TEXTS.get("preset.badge.ask");
            case OPEN -> TEXTS.get("preset.badge.open");
        };
    }

    /// What is in force, in sentences.
    public static String words(PolicyView view) {
        String problem = view.problem();
        return problem == null
                ? TEXTS.get("preset.why", sentence(view.preset(), view.holdSeconds()), view.because())
                : TEXTS.get("preset.broken", FigureFormat.printable(problem));
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
