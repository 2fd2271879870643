package dev.belljar.client.transfer;

import dev.belljar.contract.view.work.GuestFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A folder of this computer into which files from a guest are written. No symbolic link below it is followed: every
/// folder on the way is opened relative to the one above it.
final class TargetFolder implements Closeable {
    private static final String PREFIX = ".belljar-";
    private static final String ENDING = ".part";

    private final Path root;
    private final SecureDirectoryStream<Path> top;
    private final TargetRename names;
    private final AtomicReference<@Nullable PartialFile> writing = new AtomicReference<>();

    private TargetFolder(Path root, SecureDirectoryStream<Path> top, TargetRename names) {
        this.root = root;
        this.top = top;
        this.names = names;
    }

    /// What is at the place of a file.
    enum PresentFile {
        /// Nothing.
        NOTHING,
        /// A file with the size and time of the guest's: it was copied before.
        SAME,
        /// Another file.
        OTHER,
        /// Something that is not a regular file, or a path through something that is not a folder.
        IN_THE_WAY
    }

    /// Opens the folder, and creates it if it does not exist. The folder itself may be reached by symbolic links:
    /// the user named it.
    static TargetFolder open(Path folder) throws IOException {
        return open(folder, TargetRename.NONE);
    }

    /// The same, for files that get other names here than in the guest.
    @SuppressWarnings("StreamResourceLeak") // closed with the folder
    static TargetFolder open(Path folder, TargetRename names) throws IOException {
        Files.createDirectories(folder);
        return new TargetFolder(
                folder.toRealPath(), secure(Files.newDirectoryStream(folder.toRealPath()), folder), names);
    }

    Path path() {
        return root;
    }

    /// Looks what is at the place of a file.
    PresentFile present(GuestFile file) throws IOException {
        Path path = names.path(file.path());
        try (SecureDirectoryStream<Path> folder = folder(path.getParent(), false)) {
            BasicFileAttributes found = folder.getFileAttributeView(
                            name(path), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes();
            if (!found.isRegularFile()) {
                return PresentFile.IN_THE_WAY;
            }
            boolean same = found.size() == file.size()
                    && found.lastModifiedTime().toMillis() / 1_000 == file.modified() / 1_000;
            return same ? PresentFile.SAME : PresentFile.OTHER;
        } catch (NoSuchFileException e) {
            return PresentFile.NOTHING;
        } catch (NotDirectoryException e) {
            return PresentFile.IN_THE_WAY;
        }
    }

    /// Makes a file that is present executable for its owner.
    void makeExecutable(String file) throws IOException {
        Path path = names.path(file);
        try (SecureDirectoryStream<Path> folder = folder(path.getParent(), false)) {
            executable(folder, name(path));
        }
    }

    private static void executable(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        PosixFileAttributeView view =
                folder.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        Set<PosixFilePermission> all = EnumSet.copyOf(view.readAttributes().permissions());
        all.add(PosixFilePermission.OWNER_EXECUTE);
        view.setPermissions(all);
    }

    /// Begins to write a file under a temporary name in its folder, which is created.
    PartialFile begin(String file) throws IOException {
        Path path = names.path(file);
        SecureDirectoryStream<Path> folder = folder(path.getParent(), true);
        boolean open = false;
        try {
            Path part = Path.of(PREFIX
                    + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong())
                    + ENDING);
            SeekableByteChannel channel = folder.newByteChannel(
                    part, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
            open = true;
            Path place = root.resolve(path);
            PartialFile begun = new PartialFile(folder, place.resolveSibling(part), place, channel);
            writing.set(begun);
            return begun;
        } finally {
            if (!open) {
                folder.close();
            }
        }
    }

    /// Deletes the file that is being written, when the program ends.
    void abandon() throws IOException {
        PartialFile begun = writing.get();
        if (begun != null) {
            begun.folder().deleteFile(name(begun.part()));
        }
    }

    @Override
    public void close() throws IOException {
        top.close();
    }

    private SecureDirectoryStream<Path> folder(@Nullable Path below, boolean create) throws IOException {
        SecureDirectoryStream<Path> at = top.newDirectoryStream(Path.of("."), LinkOption.NOFOLLOW_LINKS);
        Path place = root;
        if (below == null) {
            return at;
        }
        for (Path name : below) {
            place = place.resolve(name);
            try (SecureDirectoryStream<Path> above = at) {
                if (create) {
                    make(place);
                }
                at = above.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
            } catch (NoSuchFileException | NotDirectoryException e) {
                throw e;
            } catch (FileSystemException e) {
                // The system's answer for a symbolic link that must not be followed.
                throw new NotDirectoryException(place.toString());
            }
        }
        return at;
    }

    // Java cannot create a folder relative to an open one. Whatever is created here is opened relative to its parent
    // afterwards, without following links.
    private static void make(Path place) throws IOException {
        try {
            Files.createDirectory(place);
        } catch (FileAlreadyExistsException e) {
            // Opened next.
        }
    }

    private static Path name(Path path) {
        Path name = path.getFileName();
        if (name == null) {
            throw new IllegalArgumentException(path + ": expected the path of a file");
        }
        return name;
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream, Path folder) throws IOException {
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        throw new IOException(folder + ": files cannot be opened there without following links");
    }

    /// The `part` of a file that is being written under a temporary name. Closing it before `keep` deletes it.
    record PartialFile(SecureDirectoryStream<Path> folder, Path part, Path place, SeekableByteChannel channel)
            implements Closeable {
        /// Gives the file its name. It replaces a file of that name only if `replace` is true.
        ///
        /// @throws FileAppearedFault when there is such a file and it must not be replaced
        void keep(long modified, boolean executable, boolean replace) throws IOException {
            if (channel instanceof FileChannel file) {
                file.force(true);
            }
            channel.close();
            Path name = name(part);
            if (executable) {
                TargetFolder.executable(folder, name);
            }
            FileTime time = FileTime.fromMillis(modified);
            folder.getFileAttributeView(name, BasicFileAttributeView.class).setTimes(time, null, null);
            if (replace) {
                folder.move(name, folder, name(place));
                return;
            }
            try {
                keepNew(name);
            } catch (FileAlreadyExistsException e) {
                throw new FileAppearedFault(
                        place + ": a file with this name appeared during the copy, and was not replaced", e);
            }
        }

        // Java cannot link a file relative to an open folder, and moving replaces what is there.
        private void keepNew(Path name) throws IOException {
            try {
                Files.createLink(place, part);
            } catch (FileAlreadyExistsException e) {
                throw e;
            } catch (FileSystemException | UnsupportedOperationException e) {
                keepWithoutLink(name);
                return;
            }
            folder.deleteFile(name);
        }

        // Where a file cannot have two names, an empty one that did not exist reserves the name.
        void keepWithoutLink(Path name) throws IOException {
            Path wanted = name(place);
            folder.newByteChannel(
                            wanted,
                            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))
                    .close();
            folder.move(name, folder, wanted);
        }

        @Override
        public void close() throws IOException {
            try (folder) {
                channel.close();
                folder.deleteFile(name(part));
            } catch (NoSuchFileException e) {
                // It has its name now.
            }
        }
    }
}
