package dev.belljar.app.ui;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.sync.SyncState;
import dev.belljar.contract.sync.SyncStatus;
import javafx.scene.control.Label;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The badges, marks and texts of sandbox states, storage tiers and acceleration.
public final class StateBadges {
    private static final Texts TEXTS = Texts.of(StateBadges.class);

    private StateBadges() {}

    /// Creates the badge that says whether machines run with KVM; its tooltip gives the reason and the cost.
    public static Label acceleration(Acceleration acceleration) {
        return acceleration(acceleration, false);
    }

    /// Creates the same badge; `brief` shortens its text to one word.
    public static Label acceleration(Acceleration acceleration, boolean brief) {
        Label badge = switch (acceleration.kind()) {
            case KVM -> badge(TEXTS.get("acceleration.kvm"), Feather.ZAP, "ok");
            case NO_KVM ->
                badge(TEXTS.get(brief ? "acceleration.emulated" : "acceleration.emulated.full"), Feather.CPU, "warn");
            case KVM_UNUSABLE ->
                badge(
                        TEXTS.get(brief ? "acceleration.emulated" : "acceleration.emulated.full"),
                        Feather.ZAP_OFF,
                        "warn");
            case UNKNOWN -> badge(TEXTS.get("acceleration.unknown"), Feather.CPU, "neutral");
        };
        String why = acceleration.cost().isBlank()
                ? acceleration.reason()
                : TEXTS.get("acceleration.why", acceleration.reason(), acceleration.cost());
        UiParts.tip(badge, why, "");
        badge.setAccessibleText(TEXTS.get("acceleration.spoken", acceleration.label(), why));
        return badge;
    }

    /// Returns the mark of a sandbox: its state, or its tier while it is stopped.
    public static StateShape.ShapeKind kind(Sandbox sandbox) {
        return switch (sandbox.status().state()) {
            case RUNNING -> paused(sandbox) ? StateShape.ShapeKind.HELD : StateShape.ShapeKind.RUNNING;
            case STARTING, STOPPING -> StateShape.ShapeKind.BUSY;
            case ERROR -> StateShape.ShapeKind.ERROR;
            case CREATED, STOPPED, DESTROYED -> kind(sandbox.tier());
        };
    }

    /// Returns the text for a sandbox: its state, its tier while it is hibernated, why it is paused, or that
    /// its setup is not complete.
    public static String word(Sandbox sandbox) {
        StorageTier tier = sandbox.tier();
        String paused = sandbox.status().paused();
        if (paused != null) {
            return TEXTS.get("state.paused", paused);
        }
        SetupStatus setup = setup(sandbox);
        if (setup != null) {
            return TEXTS.get(setup.state());
        }
        return hasSavedMemory(sandbox) && tier != null
                ? TEXTS.get(tier)
                : TEXTS.get(sandbox.status().state());
    }

    /// Returns the style of a sandbox's tag.
    public static String style(Sandbox sandbox) {
        return switch (sandbox.status().state()) {
            case RUNNING -> paused(sandbox) || incomplete(setup(sandbox)) ? "warn" : "ok";
            case STARTING, STOPPING -> "accent";
            case ERROR -> "danger";
            case CREATED, STOPPED, DESTROYED ->
                sandbox.tier() == null || sandbox.tier() == StorageTier.COLD ? "neutral" : "accent";
        };
    }

    /// Returns the setup of a running sandbox that is not complete, else null.
    public static @Nullable SetupStatus setup(Sandbox sandbox) {
        SetupStatus setup = sandbox.status().setup();
        boolean shown =
                sandbox.status().state() == SandboxState.RUNNING && setup != null && setup.state() != SetupState.DONE;
        return shown ? setup : null;
    }

    private static boolean incomplete(@Nullable SetupStatus setup) {
        return setup != null && !setup.running();
    }

    /// True if the sandbox is paused because of a disk limit.
    public static boolean paused(Sandbox sandbox) {
        return sandbox.status().paused() != null;
    }

    /// Returns the text for starting: a hibernated sandbox resumes, one that was shut down boots.
    public static String startWord(Sandbox sandbox) {
        return TEXTS.get(hasSavedMemory(sandbox) ? "state.resume" : "state.start");
    }

    /// True if the sandbox is hibernated: its memory is saved, and it can resume from it.
    public static boolean hasSavedMemory(Sandbox sandbox) {
        return sandbox.status().state() == SandboxState.STOPPED && sandbox.tier() != null;
    }

    /// Describes the sandbox's storage tier in a sentence.
    public static String kept(Sandbox sandbox) {
        return switch (sandbox.tier()) {
            case HOT -> TEXTS.get("tier.hot");
            case WARM -> TEXTS.get("tier.warm");
            case COLD -> TEXTS.get("tier.cold");
            case null -> TEXTS.get(sandbox.spec().plainFolder() ? "tier.none.plain" : "tier.none");
        };
    }

    /// Creates the amber count of waiting approvals, hidden while there are none.
    public static Label held() {
        Label label = UiParts.count("", "held");
        label.setGraphic(new StateShape(StateShape.ShapeKind.HELD, 8));
        label.setGraphicTextGap(3);
        held(label, 0);
        return label;
    }

    /// Creates the mark of fetched work that waits for review, hidden while there is none. It is no count of
    /// `held`: nothing in the sandbox stops until somebody looks at the work.
    public static Label review() {
        Label label = UiParts.text("", "review-mark");
        label.setGraphic(Icon.of(Feather.GIT_PULL_REQUEST, 12));
        review(label, null);
        return label;
    }

    /// Shows whether fetched work waits for review; null or a state in which none does hides the label.
    public static void review(Label label, @Nullable SyncStatus sync) {
        boolean waits = sync != null && sync.waits();
        if (sync != null && sync.waits()) {
            boolean conflict = sync.state() == SyncState.CONFLICT;
            String words = TEXTS.get(conflict ? "review.conflict" : "review.waiting");
            UiParts.tip(label, words, "");
            label.setAccessibleText(words);
            label.getGraphic().getStyleClass().remove("warn");
            if (conflict) {
                label.getGraphic().getStyleClass().add("warn");
            }
        }
        label.setVisible(waits);
        label.setManaged(waits);
    }

    /// Shows the number of waiting approvals; 0 hides the label.
    public static void held(Label label, int waiting) {
        label.setText(waiting > 99 ? "99+" : Integer.toString(waiting));
        label.setAccessibleText(TEXTS.get("held.spoken", waiting));
        label.setVisible(waiting > 0);
        label.setManaged(waiting > 0);
    }

    private static StateShape.ShapeKind kind(@Nullable StorageTier tier) {
        return switch (tier) {
            case HOT -> StateShape.ShapeKind.HOT;
            case WARM -> StateShape.ShapeKind.WARM;
            case COLD -> StateShape.ShapeKind.STOPPED;
            case null -> StateShape.ShapeKind.STOPPED;
        };
    }

    private static Label badge(String words, Feather icon, String style) {
        Label badge = UiParts.tag(words, "big", style);
        badge.setGraphic(Icon.of(icon, 14));
        return badge;
    }
}
