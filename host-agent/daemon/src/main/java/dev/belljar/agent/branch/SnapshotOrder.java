package dev.belljar.agent.branch;

import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.sandbox.SnapshotReason;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// What snapshot to take: its name and note, the reason if nobody asked for it, how long the fetch of the files
/// may take, and whether it is still wanted when the machine is about to be saved.
public record SnapshotOrder(
        @Nullable String name,
        @Nullable String note,
        @Nullable SnapshotReason reason,
        Duration fetch,
        BooleanSupplier wanted) {
    /// The usual time limit for fetching the files: the guest decides how much it sends and must not delay the
    /// snapshot.
    public static final Duration FETCH = Duration.ofSeconds(20);

    /// The snapshot that a person asked for.
    static SnapshotOrder of(TakeSnapshot request) {
        return new SnapshotOrder(request.name(), request.note(), null, FETCH, () -> true);
    }
}
