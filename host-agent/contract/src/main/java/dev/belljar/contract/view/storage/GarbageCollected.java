package dev.belljar.contract.view.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The items that nothing needs: deleted, or with `dryRun` only listed. `bytes` is the disk space of all of
/// them. `kept` says why no search was made, null if one was.
public record GarbageCollected(
        boolean dryRun,
        List<FreedItem> freed,
        long bytes,
        @Nullable String kept) {
    public GarbageCollected {
        freed = List.copyOf(freed);
    }
}
