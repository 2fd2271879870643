package dev.belljar.app.sync;

import dev.belljar.app.action.SyncModeActions.SyncChange;
import dev.belljar.app.action.SyncModeActions.SyncChoices;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.request.work.SetProjectSync;
import dev.belljar.contract.request.work.SetSync;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The settings of a sandbox's sync as choices and text, and what is sent when the user changes them.
///
/// The choices for the sandbox are those of `SyncMode`, after that of its project (0); for the project, they are
/// those of `SyncMode`.
final class SyncSettingsModel {
    private static final Texts TEXTS = Texts.of(SyncSettingsModel.class);
    private static final List<SyncMode> MODES = List.of(SyncMode.values());

    private final String project;
    private @Nullable SyncChoices shown;

    SyncSettingsModel(String project) {
        this.project = project;
    }

    void show(SyncChoices now) {
        shown = now;
    }

    /// True once the settings are known; only then can they be changed.
    boolean known() {
        return shown != null;
    }

    /// The choice for the sandbox.
    static int own(SyncChoices now) {
        return now.own().own() ? MODES.indexOf(now.own().mode()) + 1 : 0;
    }

    /// The choice for the project.
    static int general(SyncChoices now) {
        return MODES.indexOf(now.project().mode());
    }

    /// The text of the field with the time without writes, in seconds.
    static String seconds(SyncChoices now) {
        return Integer.toString(now.own().idleSeconds());
    }

    /// The text of the choice for the settings of the project, which names its mode.
    static String asProject(int general) {
        return TEXTS.get("sync.own.project", word(MODES.get(general)));
    }

    static String word(SyncMode mode) {
        return switch (mode) {
            case MANUAL -> TEXTS.get("sync.mode.manual");
            case AUTO_COMMIT -> TEXTS.get("sync.mode.commit");
            case AUTO_IDLE -> TEXTS.get("sync.mode.idle");
        };
    }

    /// True if the time without writes matters for these choices.
    static boolean idle(int own, int general) {
        return mode(own, general) == SyncMode.AUTO_IDLE;
    }

    private static SyncMode mode(int own, int general) {
        return MODES.get(own == 0 ? general : own - 1);
    }

    /// Why the text is not a time without writes; empty if it is one.
    static Optional<String> complaint(String seconds) {
        String typed = seconds.strip();
        boolean good = typed.matches("[1-9][0-9]{0,4}") && Integer.parseInt(typed) <= SyncSettings.MOST_IDLE_SECONDS;
        return good ? Optional.empty() : Optional.of(TEXTS.get("sync.idle.wrong", SyncSettings.MOST_IDLE_SECONDS));
    }

    /// What to change; empty if nothing was changed.
    Optional<SyncChange> change(int own, int general, String seconds, boolean apply) {
        SyncChoices before = shown;
        if (before == null) {
            return Optional.empty();
        }
        Integer typed = idle(own, general) && !seconds.strip().equals(seconds(before))
                ? Integer.valueOf(seconds.strip())
                : null;
        boolean asProject = own == 0 && before.own().own();
        boolean otherMode = own > 0 && own != own(before);
        SetSync mine = own > 0 && (otherMode || typed != null)
                ? new SetSync(otherMode ? MODES.get(own - 1) : null, typed)
                : null;
        SyncMode mode = general == general(before) ? null : MODES.get(general);
        Integer shared = own == 0 ? typed : null;
        Boolean applied = apply == before.project().apply() ? null : apply;
        SetProjectSync all = mode == null && shared == null && applied == null
                ? null
                : new SetProjectSync(project, mode, shared, applied);
        return mine == null && all == null && !asProject
                ? Optional.empty()
                : Optional.of(new SyncChange(mine, asProject, all));
    }
}
