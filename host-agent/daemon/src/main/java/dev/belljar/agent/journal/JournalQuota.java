package dev.belljar.agent.journal;

import dev.belljar.agent.host.DiskReserve;
import java.io.IOException;
import java.nio.file.Path;

/// What a guest may not have of the disk its journal is on: the other sandboxes and the host need it.
///
/// Guarded by the journal's lock.
final class JournalQuota {
    private static final long LOOK_NANOS = 1_000_000_000L;

    private final Path folder;
    private final DiskReserve reserve;
    private long looked;

    JournalQuota(Path folder, DiskReserve reserve) {
        this.folder = folder;
        this.reserve = reserve;
    }

    /// Looks at most once a second while there is room.
    ///
    /// @throws JournalException when there is none for what a guest causes
    void require() throws JournalException {
        if (looked != 0 && System.nanoTime() - looked < LOOK_NANOS) {
            return;
        }
        try {
            reserve.require(folder, 0, "the journal");
            looked = System.nanoTime();
        } catch (IOException e) {
            throw JournalException.unwritable(folder, e);
        }
    }
}
