package dev.belljar.agent.jail;

import dev.belljar.agent.jail.plan.HostPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/// The files of this host.
final class RealHostPaths implements HostPaths {
    @Override
    public Optional<String> real(String path) {
        try {
            return Optional.of(Path.of(path).toRealPath().toString());
        } catch (IOException | InvalidPathException e) {
            // A path that cannot be read is not there for a jail of the same user either.
            return Optional.empty();
        }
    }

    @Override
    public boolean folder(String path) {
        return Files.isDirectory(Path.of(path), LinkOption.NOFOLLOW_LINKS);
    }
}
