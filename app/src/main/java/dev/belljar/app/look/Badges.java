package dev.belljar.app.look;

import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.SandboxState;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// How states and the honest acceleration verdict are shown everywhere.
public final class Badges {
    private Badges() {}

    /// What a machine runs on; hovering says why and what it costs.
    public static Label acceleration(Acceleration acceleration) {
        return acceleration(acceleration, false);
    }

    /// The same in one word where there is little room.
    public static Label acceleration(Acceleration acceleration, boolean brief) {
        Label badge = switch (acceleration.kind()) {
            case KVM -> badge("KVM", Feather.ZAP, "ok");
            case NO_KVM -> badge(brief ? "TCG" : "TCG · no KVM", Feather.CPU, "warn");
            case KVM_UNUSABLE -> badge(brief ? "TCG" : "TCG · KVM unusable", Feather.ZAP_OFF, "warn");
            case UNKNOWN -> badge(brief ? "?" : "not proved yet", Feather.CPU, "neutral");
        };
        String why = acceleration.reason() + (acceleration.cost().isBlank() ? "" : " " + acceleration.cost());
        Parts.tip(badge, why, "");
        badge.setAccessibleText(acceleration.label() + ". " + why);
        return badge;
    }

    /// The mark of a state.
    public static StateShape.Kind kind(SandboxState state) {
        return switch (state) {
            case RUNNING -> StateShape.Kind.RUNNING;
            case STARTING, STOPPING -> StateShape.Kind.BUSY;
            case ERROR -> StateShape.Kind.ERROR;
            case CREATED, STOPPED, DESTROYED -> StateShape.Kind.STOPPED;
        };
    }

    /// The word of a state.
    public static String word(SandboxState state) {
        return state.name().toLowerCase(java.util.Locale.ROOT);
    }

    /// The style of a state's tag.
    public static String style(SandboxState state) {
        return switch (state) {
            case RUNNING -> "ok";
            case STARTING, STOPPING -> "accent";
            case ERROR -> "danger";
            case CREATED, STOPPED, DESTROYED -> "neutral";
        };
    }

    /// Mark and word side by side.
    public static HBox state(SandboxState state) {
        return Parts.row(8, new StateShape(kind(state), 10), Parts.text(word(state)));
    }

    private static Label badge(String words, Feather icon, String style) {
        Label badge = Parts.tag(words, "big", style);
        badge.setGraphic(Icon.of(icon, 14));
        return badge;
    }
}
