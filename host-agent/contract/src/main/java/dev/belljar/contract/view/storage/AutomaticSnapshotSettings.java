package dev.belljar.contract.view.storage;

import dev.belljar.contract.sandbox.SnapshotReason;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// When snapshots of a sandbox, or of every sandbox without settings of its own, are taken automatically.
///
/// At most one is taken in `everyMinutes`, and the newest `keep` are kept. A machine is quiet after `quietSeconds`
/// without use. `reasons` are the occasions on which one is taken. `own` is true if something was set for this
/// sandbox or, of the settings for all sandboxes, if they differ from the defaults. `problem` says why none are
/// taken although `on` may have been set: the host agent's environment forbids them, or the settings cannot be
/// read.
public record AutomaticSnapshotSettings(
        boolean on,
        int everyMinutes,
        int keep,
        int quietSeconds,
        List<SnapshotReason> reasons,
        boolean own,
        @Nullable String problem) {
    /// Every occasion.
    public static final List<SnapshotReason> ALWAYS = List.of(SnapshotReason.values());

    /// The longest time between two automatic snapshots, in minutes.
    public static final int MOST_MINUTES = 1_440;

    /// The least number that can be kept: the one from the beginning of a mass deletion must not replace the
    /// one from before it.
    public static final int LEAST_KEPT = 2;

    /// The greatest number that can be kept.
    public static final int MOST_KEPT = 20;

    /// The least time without use, in seconds.
    public static final int LEAST_QUIET_SECONDS = 5;

    /// The longest time without use, in seconds.
    public static final int MOST_QUIET_SECONDS = 86_400;

    /// The settings if nothing was set.
    public static final AutomaticSnapshotSettings USUAL =
            new AutomaticSnapshotSettings(true, 10, 3, 30, ALWAYS, false, null);

    public AutomaticSnapshotSettings {
        reasons = List.copyOf(new TreeSet<>(reasons));
    }
}
