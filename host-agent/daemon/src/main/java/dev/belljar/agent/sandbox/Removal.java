package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.CatalogException;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.index.IndexException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes what a destroyed sandbox had off the host: its folder first and its record last, so that a host agent that
/// ends in between finds the rest and goes on.
///
/// The folder is deleted only when the host has all the work that was on its disk; otherwise it goes to the trash.
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
            delete(folder);
        } else {
            rest = trashed(folder);
        }
        delete(rooms.folders().runtime().resolve(record.id()));
        try {
            rooms.index().drop(record.id());
        } catch (IndexException e) {
            LOG.warn(
                    "{}: its index stays until the index is rebuilt: {}",
                    record.spec().name(),
                    e.getMessage());
        }
        rooms.catalog().forget(record.id());
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

    private static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            // Contents before folders, and the record after all else: what has no record is never looked at again.
            Path own = folder.resolve("sandbox.json");
            Comparator<Path> lastItsRecord = Comparator.comparing(file -> file.equals(own) || file.equals(folder));
            files.sorted(lastItsRecord.thenComparing(Comparator.reverseOrder())).forEach(file -> {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("{}: not removed whole: {}", folder, e.toString());
        }
    }
}
