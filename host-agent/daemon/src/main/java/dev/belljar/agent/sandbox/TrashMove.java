package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.CatalogException;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.index.IndexException;
import dev.belljar.agent.snapshot.DiskLayers;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Puts a destroyed sandbox into the trash: what will be known of it there first, then its folder in one piece, its
/// place in the catalog last, so that a host agent that ends in between finds the rest and goes on.
record TrashMove(SandboxServices rooms, SandboxRecord record) {
    private static final Logger LOG = LoggerFactory.getLogger(TrashMove.class);

    /// True when nothing that is only on the disk can be lost with it.
    boolean expendable() {
        return !record.delivered() || record.salvaged();
    }

    /// Notes what will be known of it in the trash, where it is still a sandbox.
    ///
    /// @throws SandboxException when that cannot be written
    void announce(@Nullable String salvage) throws SandboxException {
        try {
            new TrashFolder(rooms.folders())
                    .announce(record.id(), new TrashFolder.Note(System.currentTimeMillis(), salvage, expendable()));
        } catch (IOException e) {
            throw unmoved(e);
        }
    }

    /// Moves it; where it is now.
    ///
    /// @throws SandboxException when its folder stays where it was; the next host agent tries again
    /// @throws CatalogException when the record stays
    Path run() throws CatalogException, SandboxException {
        Path folder;
        try (DiskLayers.Hold _ = rooms.snapshots().layers().hold()) {
            folder = new TrashFolder(rooms.folders()).take(record.id());
        } catch (IOException e) {
            throw unmoved(e);
        }
        FileTrees.delete(rooms.folders().runtime().resolve(record.id()));
        try {
            rooms.index().drop(record.id());
        } catch (IndexException e) {
            LOG.warn(
                    "{}: its index stays until the index is rebuilt: {}",
                    record.spec().name(),
                    e.getMessage());
        }
        rooms.catalog().forget(record.id());
        return folder;
    }

    private SandboxException unmoved(IOException e) {
        LOG.error("{}: not moved to the trash", record.spec().name(), e);
        return new SandboxException(
                SandboxException.UNMOVED,
                "sandbox %s could not be moved to the trash: %s"
                        .formatted(record.spec().name(), e.getMessage()),
                "Nothing of it was deleted. Check the free space and the owner of the data folder.");
    }
}
