package dev.belljar.agent.lifecycle;

import dev.belljar.agent.catalog.CatalogException;
import dev.belljar.agent.catalog.SandboxCatalog;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.index.IndexException;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.snapshot.DiskLayers;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Moves destroyed sandboxes to the trash: first writes its note, then moves its folder in one step, and finally
/// removes it from the catalog, so that the next host agent can continue an interrupted move.
public record TrashMove(HostFolders folders, DiskLayers layers, EventIndex index, SandboxCatalog catalog) {
    private static final Logger LOG = LoggerFactory.getLogger(TrashMove.class);

    /// True if deleting the sandbox's disk loses no work.
    static boolean expendable(SandboxRecord record) {
        return !record.delivered() || record.salvaged();
    }

    /// Writes the note for the trash, while the sandbox is still in its place.
    ///
    /// @throws SandboxException when the note cannot be written
    public void announce(SandboxRecord record, @Nullable String salvage) throws SandboxException {
        try {
            new TrashFolder(folders)
                    .announce(
                            record.id(), new TrashFolder.Note(System.currentTimeMillis(), salvage, expendable(record)));
        } catch (IOException e) {
            throw unmoved(record, e);
        }
    }

    /// Moves the sandbox and returns its path in the trash.
    ///
    /// @throws SandboxException when its folder cannot be moved; the next host agent tries again
    /// @throws CatalogException when the record cannot be removed
    Path run(SandboxRecord record) throws CatalogException, SandboxException {
        Path folder;
        try (DiskLayers.Hold _ = layers.hold()) {
            folder = new TrashFolder(folders).take(record.id());
        } catch (IOException e) {
            throw unmoved(record, e);
        }
        FileTrees.delete(folders.runtime().resolve(record.id()));
        try {
            index.drop(record.id());
        } catch (IndexException e) {
            LOG.warn(
                    "{}: the sandbox's rows stay in the index until the index is rebuilt: {}",
                    record.spec().name(),
                    e.getMessage());
        }
        catalog.forget(record.id());
        return folder;
    }

    private static SandboxException unmoved(SandboxRecord record, IOException e) {
        LOG.error("{}: not moved to the trash", record.spec().name(), e);
        return new SandboxException(
                SandboxException.UNMOVED,
                "sandbox %s could not be moved to the trash: %s"
                        .formatted(record.spec().name(), e.getMessage()),
                "Nothing was deleted. Check the free space and the owner of the data folder.");
    }
}
