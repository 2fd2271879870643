package dev.belljar.agent.host;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes whole folders on the host.
public final class FileTrees {
    private static final Logger LOG = LoggerFactory.getLogger(FileTrees.class);
    /// Each level keeps a file descriptor open; an attacker who broke out of a machine may have made thousands
    /// of levels.
    private static final int DEPTH = 64;

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private FileTrees() {}

    /// Deletes a folder with its content, without following links; what cannot be deleted stays and is logged.
    ///
    /// It needs the same memory for any number of files and levels.
    public static void delete(Path folder) {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try {
            Files.walkFileTree(folder, EnumSet.noneOf(FileVisitOption.class), DEPTH, new Deletion());
        } catch (IOException e) {
            LOG.debug("{}: not removed completely: {}", folder, e.toString());
            deleteDeep(folder);
        }
    }

    /// Deletes a tree with `rm`, which goes down folder by folder: a path may be at most 4,096 bytes long, but a
    /// tree may be deeper.
    private static void deleteDeep(Path folder) {
        try {
            Command.Output _ = Command.of("rm", "-rf", "--", folder.toString())
                    .timeout(PATIENCE)
                    .check();
        } catch (CommandException e) {
            LOG.warn("{}: not removed completely: {}", folder, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.warn("{}: not removed completely: interrupted", folder);
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path inside, @Nullable IOException cause) throws IOException {
            if (cause != null) {
                throw cause;
            }
            Files.deleteIfExists(inside);
            return FileVisitResult.CONTINUE;
        }
    }
}
