package dev.belljar.contract.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What nothing needed: taken away, or with `dryRun` only named. `bytes` of disk in all. `kept` says why nothing
/// was looked for, null when everything was.
public record GarbageCollected(
        boolean dryRun,
        List<FreedItem> freed,
        long bytes,
        @Nullable String kept) {
    public GarbageCollected {
        freed = List.copyOf(freed);
    }
}
