package dev.belljar.agent.sync.repository;

import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.RefNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds the host's own repository of each project in the host agent's data folder.
public record HostRepositories(Path data, ConfinementLauncher launcher) {
    private static final Logger LOG = LoggerFactory.getLogger(HostRepositories.class);
    private static final int ID_LENGTH = 16;

    /// The repository of this project, existing or not; symbolic links in the project's path are resolved as far
    /// as they exist.
    public HostRepository of(Path project) {
        return new HostRepository(folder().resolve(id(real(project)) + ".git"), launcher);
    }

    /// All repositories there are.
    public List<HostRepository> all() {
        List<HostRepository> all = new ArrayList<>();
        if (Files.isDirectory(folder())) {
            try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder(), "*.git")) {
                paths.forEach(path -> all.add(new HostRepository(path, launcher)));
            } catch (IOException | DirectoryIteratorException e) {
                LOG.error("{}: cannot be read", folder(), e);
            }
        }
        return all;
    }

    /// Deletes what interrupted transfers left: one that was interrupted with the host agent may have left gigabytes.
    public void sweep() {
        for (HostRepository repository : all()) {
            try {
                repository.sweep();
            } catch (SyncException e) {
                LOG.warn("{}", e.getMessage());
            }
        }
    }

    /// The repository that contains a capture of this sandbox.
    public Optional<HostRepository> having(String sandbox) throws SyncException, InterruptedException {
        String ref = RefNames.capture(sandbox);
        for (HostRepository repository : all()) {
            if (repository.ref(ref).isPresent()) {
                return Optional.of(repository);
            }
        }
        return Optional.empty();
    }

    private Path folder() {
        return data.resolve("repositories");
    }

    // A deleted project keeps its repository: the existing part of its path is resolved and the rest appended.
    private static Path real(Path project) {
        Path absolute = project.toAbsolutePath().normalize();
        Path existing = absolute;
        while (existing.getParent() != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        try {
            return existing.toRealPath().resolve(existing.relativize(absolute)).normalize();
        } catch (IOException e) {
            return absolute;
        }
    }

    private static String id(Path real) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(real.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, ID_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no SHA-256", e);
        }
    }
}
