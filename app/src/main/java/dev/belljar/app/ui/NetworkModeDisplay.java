package dev.belljar.app.ui;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.PolicyView;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The texts, icons and badges of a sandbox's network mode; the texts promise nothing that the
/// mode does not do.
public final class NetworkModeDisplay {
    private static final Texts TEXTS = Texts.of(NetworkModeDisplay.class);
    private static final int USUAL_HOLD = 60;

    private NetworkModeDisplay() {}

    /// Returns the name of a network mode.
    public static String title(NetworkMode mode) {
        return TEXTS.get(mode);
    }

    /// Describes what happens to connections without a rule, and what the mode does not protect from.
    public static String sentence(NetworkMode mode) {
        return sentence(mode, USUAL_HOLD);
    }

    /// Describes the same where an approval waits this many seconds.
    public static String sentence(NetworkMode mode, int holdSeconds) {
        return switch (mode) {
            case CLOSED -> TEXTS.get("preset.closed");
            case REGISTRIES -> TEXTS.get("preset.registries");
            case ASK -> TEXTS.get("preset.ask", holdSeconds);
            case OPEN -> TEXTS.get("preset.open");
        };
    }

    /// Creates the badge of the network mode in effect; its tooltip explains the mode and says who set it.
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

    /// Returns the text of the badge, which names its subject.
    private static String subject(NetworkMode mode) {
        return switch (mode) {
            case CLOSED -> TEXTS.get("preset.badge.closed");
            case REGISTRIES -> TEXTS.get("preset.badge.registries");
            case ASK -> TEXTS.get("preset.badge.ask");
            case OPEN -> TEXTS.get("preset.badge.open");
        };
    }

    /// Describes the network mode in effect and who set it, or the problem of the policy.
    public static String words(PolicyView view) {
        String problem = view.problem();
        return problem == null
                ? TEXTS.get("preset.why", sentence(view.preset(), view.holdSeconds()), view.because())
                : TEXTS.get("preset.broken", FigureFormat.printable(problem));
    }

    /// Returns the icon of the network mode in effect, or a warning if the policy has a problem.
    public static Feather icon(PolicyView view) {
        return view.problem() == null ? icon(view.preset()) : Feather.ALERT_TRIANGLE;
    }

    /// Returns the icon of a network mode.
    public static Feather icon(NetworkMode mode) {
        return switch (mode) {
            case CLOSED -> Feather.LOCK;
            case REGISTRIES -> Feather.PACKAGE;
            case ASK -> Feather.BELL;
            case OPEN -> Feather.UNLOCK;
        };
    }

    /// Returns the style of the badge; *open* is a warning.
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
