package dev.belljar.contract.request.storage;

import dev.belljar.contract.sandbox.SnapshotReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks to change when snapshots are taken automatically; what is null stays unchanged. An empty list counts as null.
///
/// The host agent also keeps its settings in this form, in which null means the default.
public record SetAutomaticSnapshots(
        @Nullable Boolean on,
        @Nullable Integer everyMinutes,
        @Nullable Integer keep,
        @Nullable Integer quietSeconds,
        @Nullable List<SnapshotReason> reasons) {
    /// Sets nothing.
    public static final SetAutomaticSnapshots NOTHING = new SetAutomaticSnapshots(null, null, null, null, null);

    public SetAutomaticSnapshots {
        reasons = reasons == null || reasons.isEmpty() ? null : List.copyOf(reasons);
    }

    /// These settings, with the unset ones taken from `other`.
    public SetAutomaticSnapshots over(SetAutomaticSnapshots other) {
        return new SetAutomaticSnapshots(
                on == null ? other.on : on,
                everyMinutes == null ? other.everyMinutes : everyMinutes,
                keep == null ? other.keep : keep,
                quietSeconds == null ? other.quietSeconds : quietSeconds,
                reasons == null ? other.reasons : reasons);
    }
}
