package dev.belljar.agent.journal;

import dev.belljar.agent.host.DiskReserve;
import java.io.IOException;
import java.nio.file.Path;

/// The free disk space that events of a guest may not use, because the other sandboxes and the host need it.
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

    /// Checks the free space, at most once a second while there is enough.
    ///
    /// @throws JournalException when there is not enough for events that a guest causes
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
