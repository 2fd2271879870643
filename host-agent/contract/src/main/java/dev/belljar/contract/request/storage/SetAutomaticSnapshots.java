package dev.belljar.contract.request.storage;

import org.jspecify.annotations.Nullable;

/// Asks to change when snapshots are taken automatically; what is null stays unchanged.
///
/// The host agent also keeps its settings in this form, in which null means the default.
public record SetAutomaticSnapshots(
        @Nullable Boolean on,
        @Nullable Integer everyMinutes,
        @Nullable Integer keep,
        @Nullable Integer quietSeconds) {
    /// Sets nothing.
    public static final SetAutomaticSnapshots NOTHING = new SetAutomaticSnapshots(null, null, null, null);

    /// These settings, with the unset ones taken from `other`.
    public SetAutomaticSnapshots over(SetAutomaticSnapshots other) {
        return new SetAutomaticSnapshots(
                on == null ? other.on : on,
                everyMinutes == null ? other.everyMinutes : everyMinutes,
                keep == null ? other.keep : keep,
                quietSeconds == null ? other.quietSeconds : quietSeconds);
    }
}
