package dev.belljar.agent.storage;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Visits the regular files of a folder; fails if it has more than `most` files and folders, or deeper ones than the
/// walk may enter.
final class FolderWalk extends SimpleFileVisitor<Path> {
    /// Deeper folders are refused.
    static final int DEEPEST = 16;

    private final Path folder;
    private final int most;
    private final BiConsumer<Path, BasicFileAttributes> each;
    private int seen;

    FolderWalk(Path folder, int most, BiConsumer<Path, BasicFileAttributes> each) {
        this.folder = folder;
        this.most = most;
        this.each = each;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path inside, BasicFileAttributes attributes) throws IOException {
        return counted();
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (attributes.isDirectory()) {
            throw new IOException("%s: folders are nested more than %d levels deep".formatted(file, DEEPEST));
        }
        if (attributes.isRegularFile()) {
            each.accept(file, attributes);
        }
        return counted();
    }

    private FileVisitResult counted() throws IOException {
        if (++seen > most) {
            throw new IOException("more than %,d files in %s".formatted(most, folder));
        }
        return FileVisitResult.CONTINUE;
    }

    // A log or a file that is being saved may disappear during the walk.
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException cause) throws IOException {
        if (cause instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw cause;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path inside, @Nullable IOException cause) throws IOException {
        return cause == null || cause instanceof NoSuchFileException
                ? FileVisitResult.CONTINUE
                : super.postVisitDirectory(inside, cause);
    }
}
