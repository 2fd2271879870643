package dev.belljar.agent.oci;

import dev.belljar.agent.erofs.ImagePath;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// An image in a folder. A link in it, which could lead to any file of this computer, is not followed.
final class FolderFiles implements ImageFiles {
    private final Path folder;

    FolderFiles(Path folder) {
        this.folder = folder;
    }

    @Override
    public boolean has(String path) {
        try {
            return Files.exists(folder.resolve(path), LinkOption.NOFOLLOW_LINKS);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    @Override
    public ImageFile open(String path) throws IOException, OciException {
        if (!has(path)) {
            throw ImageFiles.missing(path);
        }
        Path file = folder;
        for (Path part : Path.of(path)) {
            file = file.resolve(part);
            if (part.toString().equals("..") || Files.isSymbolicLink(file)) {
                throw OciException.invalid("%s of the image is a link or leads out of its folder: expected a file"
                        .formatted(ImagePath.shown(path)));
            }
        }
        // A pipe would block.
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw OciException.invalid("%s of the image is not a regular file".formatted(ImagePath.shown(path)));
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        return new ImageFile(channel.size(), Channels.newInputStream(channel));
    }

    @Override
    public void close() {
        // nothing is open
    }
}
