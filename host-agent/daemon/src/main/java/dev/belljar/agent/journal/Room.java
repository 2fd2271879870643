package dev.belljar.agent.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a guest may not have of the disk its journal is on: the other sandboxes and the host need it.
///
/// Guarded by the journal's lock.
final class Room {
    private static final long RESERVE = 256L << 20;
    private static final long LOOK_NANOS = 1_000_000_000L;

    private final Path folder;
    private final long reserve;
    private long looked;

    Room(Path folder) {
        this(folder, RESERVE);
    }

    Room(Path folder, long reserve) {
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
            if (Files.getFileStore(folder).getUsableSpace() < reserve) {
                throw JournalException.unwritable(
                        folder,
                        new IOException("less than %d MiB of the disk are free, which are kept for the host"
                                .formatted(reserve >> 20)));
            }
            looked = System.nanoTime();
        } catch (IOException e) {
            throw JournalException.unwritable(folder, e);
        }
    }
}
