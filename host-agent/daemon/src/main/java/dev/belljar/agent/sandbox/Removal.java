package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.CatalogException;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.host.Trees;
import dev.belljar.agent.index.IndexException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes what a destroyed sandbox had off the host: its folder first and its record last, so that a host
/// agent that
/// ends in between finds the rest and goes on.
///
/// The folder is deleted only when the host has all the work that was on its disk; otherwise it goes to the
/// trash.
record Removal(Rooms rooms, SandboxRecord record) {
    private static final Logger LOG = LoggerFactory.getLogger(Removal.class);

    /// True when nothing that is only on the disk can be lost with it.
    boolean expendable() {
        return !record.delivered() || record.salvaged();
    }

    /// Where the folder is now, or was when it was deleted.
    ///
    /// @throws CatalogException when the record stays
    Path run() throws CatalogException {
        Path folder = rooms.folders().sandbox(record.id());
        Path rest = folder;
        if (expendable()) {
            empty(folder);
        } else {
            rest = trashed(folder);
        }
        Trees.delete(rooms.folders().runtime().resolve(record.id()));
        try {
            rooms.index().drop(record.id());
        } catch (IndexException e) {
            LOG.warn(
                    "{}: its index stays until the index is rebuilt: {}",
                    record.spec().name(),
                    e.getMessage());
        }
        rooms.catalog().forget(record.id());
        if (rest.equals(folder) && expendable()) {
            Trees.delete(folder);
        }
        return rest;
    }

    private Path trashed(Path folder) {
        Path trash = rooms.folders().data().resolve("trash").resolve(record.id());
        try {
            Files.createDirectories(trash.getParent());
            if (Files.exists(folder)) {
                Files.move(folder, trash);
            }
            return trash;
        } catch (IOException e) {
            LOG.error(
                    "{}: not moved to the trash, left where it is",
                    record.spec().name(),
                    e);
            return folder;
        }
    }

    // Its record goes last: a folder without one is never looked at again.
    private static void empty(Path folder) {
        try (DirectoryStream<Path> contents =
                Files.newDirectoryStream(folder, file -> !file.endsWith("sandbox.json"))) {
            contents.forEach(Trees::delete);
        } catch (NoSuchFileException e) {
            LOG.debug("{}: is gone already", folder);
        } catch (IOException e) {
            LOG.warn("{}: not removed whole: {}", folder, e.toString());
        }
    }
}
