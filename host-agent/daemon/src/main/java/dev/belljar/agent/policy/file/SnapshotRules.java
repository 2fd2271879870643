package dev.belljar.agent.policy.file;

import dev.belljar.contract.policy.RuleScope;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The rules of sandboxes as they were when a snapshot was taken, in files beside the rules of projects in this folder.
public record SnapshotRules(Path folder) {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotRules.class);
    private static final String SNAPSHOT = "snapshot-";
    private static final String TOML = ".toml";

    /// The rules beside this snapshot.
    public LayerFile of(String snapshot) {
        return new LayerFile(folder.resolve(SNAPSHOT + snapshot + TOML), RuleScope.SANDBOX);
    }

    /// Deletes rules beside snapshots that no longer exist, which a killed host agent left.
    public void sweep(Predicate<String> there) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, SNAPSHOT + "*" + TOML)) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                if (!there.test(name.substring(SNAPSHOT.length(), name.length() - TOML.length()))) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (NoSuchFileException e) {
            // No rule exists yet.
        } catch (IOException | DirectoryIteratorException e) {
            LOG.warn("{}: old policy files cannot be deleted: {}", folder, e.toString());
        }
    }
}
