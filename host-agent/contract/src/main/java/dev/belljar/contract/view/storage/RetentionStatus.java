package dev.belljar.contract.view.storage;

import dev.belljar.contract.request.storage.SetRetention;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The retention periods of unused machines, in minutes; 0 means without end.
///
/// A running machine that was idle for `idleMinutes`, or has run for `lifetimeMinutes` and is idle, is
/// hibernated. A stopped machine is kept hot (its memory unchanged), then warm (its memory compressed), then
/// cold (only its disk, compressed), then moved to the trash, where it is kept for `trashMinutes`. `fixed` names the
/// fields that are set in the host agent's environment. `problem` says that the user's settings cannot be read: the
/// periods of hot, warm, cold and trash are then without end, unless fixed.
public record RetentionStatus(
        long idleMinutes,
        long lifetimeMinutes,
        long hotMinutes,
        long warmMinutes,
        long coldMinutes,
        long trashMinutes,
        List<String> fixed,
        @Nullable String problem) {
    public RetentionStatus {
        fixed = List.copyOf(fixed);
    }

    /// These periods as a request that sets them.
    public SetRetention whole() {
        return new SetRetention(idleMinutes, lifetimeMinutes, hotMinutes, warmMinutes, coldMinutes, trashMinutes);
    }
}
