package dev.belljar.app.snapshots;

import dev.belljar.app.action.SnapshotActions.AutomaticChange;
import dev.belljar.app.action.SnapshotActions.AutomaticChoices;
import dev.belljar.app.state.HostState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.request.storage.SetAutomaticSnapshots;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.SnapshotReason;
import dev.belljar.contract.view.storage.AutomaticSnapshotSettings;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// When snapshots of a sandbox are taken automatically, as choices and texts, and what is sent when the user changes
/// that.
///
/// The choices for the sandbox are those of all sandboxes (0), on (1) and off (2); for all sandboxes on (0) and off
/// (1). The numbers and occasions belong to the sandbox if it has a choice of its own, and to all sandboxes
/// otherwise.
final class AutomaticSnapshotsModel {
    private static final Texts TEXTS = Texts.of(AutomaticSnapshotsModel.class);

    private @Nullable AutomaticChoices shown;

    /// The texts of the fields.
    record AutomaticNumbers(String minutes, String keep, String quiet) {}

    void show(AutomaticChoices now) {
        shown = now;
    }

    /// True once the settings are known; only then can they be changed.
    boolean known() {
        return shown != null;
    }

    static int own(AutomaticChoices now) {
        return !now.own().own() ? 0 : now.own().on() ? 1 : 2;
    }

    static int general(AutomaticChoices now) {
        return now.all().on() ? 0 : 1;
    }

    /// The text of the choice for the settings of all sandboxes.
    static String asAll(int general) {
        return TEXTS.get("automatic.own.all", word(general == 0));
    }

    static String word(boolean on) {
        return TEXTS.get(on ? "automatic.on" : "automatic.off");
    }

    /// The texts of the fields for these settings.
    static AutomaticNumbers numbers(AutomaticSnapshotSettings settings) {
        return new AutomaticNumbers(
                Integer.toString(settings.everyMinutes()),
                Integer.toString(settings.keep()),
                Integer.toString(settings.quietSeconds()));
    }

    /// Why none are taken although they may be on; empty if nothing is wrong.
    String problem() {
        AutomaticChoices now = shown;
        String problem = now == null ? null : now.own().problem();
        return problem == null ? "" : TEXTS.get("automatic.problem", ProblemText.shown(problem));
    }

    /// How many automatic snapshots of this sandbox there are, and how much room they use.
    static String room(HostState state, String sandbox) {
        List<Snapshot> taken = state.snapshots().stream()
                .filter(snapshot -> snapshot.sandbox().equals(sandbox) && snapshot.automatic() != null)
                .toList();
        long bytes = taken.stream().mapToLong(Snapshot::size).sum();
        return TEXTS.get(
                "automatic.room", taken.size(), FigureFormat.bytes(bytes).toString());
    }

    static String occasion(SnapshotReason reason) {
        return switch (reason) {
            case APPROVAL -> TEXTS.get("automatic.when.approval");
            case MASS_DELETE -> TEXTS.get("automatic.when.delete");
            case QUIET -> TEXTS.get("automatic.when.quiet");
        };
    }

    /// What is wrong with these settings; empty if nothing is.
    static Optional<String> complaint(AutomaticNumbers typed, List<SnapshotReason> reasons) {
        if (reasons.isEmpty()) {
            return Optional.of(TEXTS.get("automatic.when.none"));
        }
        if (!between(typed.minutes(), 1, AutomaticSnapshotSettings.MOST_MINUTES)) {
            return Optional.of(TEXTS.get("automatic.every.wrong", AutomaticSnapshotSettings.MOST_MINUTES));
        }
        if (!between(typed.keep(), AutomaticSnapshotSettings.LEAST_KEPT, AutomaticSnapshotSettings.MOST_KEPT)) {
            return Optional.of(TEXTS.get(
                    "automatic.keep.wrong", AutomaticSnapshotSettings.LEAST_KEPT, AutomaticSnapshotSettings.MOST_KEPT));
        }
        if (!between(
                typed.quiet(),
                AutomaticSnapshotSettings.LEAST_QUIET_SECONDS,
                AutomaticSnapshotSettings.MOST_QUIET_SECONDS)) {
            return Optional.of(TEXTS.get(
                    "automatic.quiet.wrong",
                    AutomaticSnapshotSettings.LEAST_QUIET_SECONDS,
                    AutomaticSnapshotSettings.MOST_QUIET_SECONDS));
        }
        return Optional.empty();
    }

    private static boolean between(String text, int least, int most) {
        return text.strip().matches("[0-9]{1,6}")
                && Integer.parseInt(text.strip()) >= least
                && Integer.parseInt(text.strip()) <= most;
    }

    /// What to change; empty if nothing was changed.
    Optional<AutomaticChange> change(int own, int general, AutomaticNumbers typed, List<SnapshotReason> reasons) {
        AutomaticChoices before = shown;
        if (before == null) {
            return Optional.empty();
        }
        AutomaticSnapshotSettings base = own == 0 ? before.all() : before.own();
        Integer minutes = changed(typed.minutes(), base.everyMinutes());
        Integer keep = changed(typed.keep(), base.keep());
        Integer quiet = changed(typed.quiet(), base.quietSeconds());
        List<SnapshotReason> occasions = reasons.equals(base.reasons()) ? null : reasons;
        Boolean on = (own == 0 || own == own(before)) ? null : Boolean.valueOf(own == 1);
        Boolean all = general == general(before) ? null : Boolean.valueOf(general == 0);
        SetAutomaticSnapshots mine = own == 0
                ? SetAutomaticSnapshots.NOTHING
                : new SetAutomaticSnapshots(on, minutes, keep, quiet, occasions);
        SetAutomaticSnapshots shared = own == 0
                ? new SetAutomaticSnapshots(all, minutes, keep, quiet, occasions)
                : new SetAutomaticSnapshots(all, null, null, null, null);
        boolean asAll = own == 0 && before.own().own();
        AutomaticChange change = new AutomaticChange(
                mine.equals(SetAutomaticSnapshots.NOTHING) ? null : mine,
                asAll,
                shared.equals(SetAutomaticSnapshots.NOTHING) ? null : shared);
        return change.own() == null && !asAll && change.all() == null ? Optional.empty() : Optional.of(change);
    }

    private static @Nullable Integer changed(String typed, int before) {
        Integer number = Integer.valueOf(typed.strip());
        return Objects.equals(number, before) ? null : number;
    }
}
