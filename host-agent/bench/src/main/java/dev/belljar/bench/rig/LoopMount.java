package dev.belljar.bench.rig;

import dev.belljar.client.AgentException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A file system of another kind, created in a file and mounted as long as this is open.
public record LoopMount(Path folder) implements BenchmarkAgent.AgentDataFolder {
    /// The size of the sparse file in bytes, larger than the largest disk of the machines measured on it.
    private static final long SIZE = 16L << 30;

    /// Returns whether such a file system can be created, which needs root and the mkfs program.
    public static boolean possible(String kind) {
        return System.getProperty("user.name").equals("root") && HostCommand.present("mkfs." + kind);
    }

    public static LoopMount of(String kind) throws AgentException, IOException, InterruptedException {
        Path folder = Files.createTempDirectory("bj-" + kind);
        Path image = folder.resolve("image");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(SIZE);
        }
        LoopMount mount = new LoopMount(folder);
        try {
            HostCommand.run(List.of("mkfs." + kind, "-q", image.toString()));
            Files.createDirectories(mount.root());
            HostCommand.run(List.of(
                    "mount", "-o", "loop", image.toString(), mount.root().toString()));
            return mount;
        } catch (AgentException | IOException | InterruptedException e) {
            mount.remove();
            throw e;
        }
    }

    @Override
    public Path root() {
        return folder.resolve("mnt");
    }

    @Override
    public void close() throws IOException {
        try {
            HostCommand.run(List.of("umount", root().toString()));
            remove();
        } catch (AgentException e) {
            System.err.println("bench: " + root() + " could not be unmounted: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void remove() throws IOException {
        Files.deleteIfExists(root());
        Files.deleteIfExists(folder.resolve("image"));
        Files.deleteIfExists(folder);
    }
}
