package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.sync.git.GitPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The files of the user's project. Each folder of a path is opened in its parent without following symbolic
/// links, so that nothing outside the project is read or written, wherever its links point.
record ProjectFiles(Path top) {
    private static final List<String> GIT_FOLDERS = List.of(".git", "git~1");

    /// A file cannot be read or written where it is; the message says why, and begins with its path.
    static final class UnusablePathException extends IOException {
        private static final long serialVersionUID = 1L;

        UnusablePathException(GitPath path, String why) {
            super(path.brief() + " " + why);
        }
    }

    /// A use of an open folder.
    private interface Use<T> {
        @Nullable
        T in(SecureDirectoryStream<Path> folder, Path name) throws IOException;
    }

    /// What is at a path, with an id of this length; null if there is nothing.
    @Nullable
    DiskEntry entry(GitPath path, int idLength) throws IOException {
        return inFolder(path, false, (folder, name) -> {
            PosixFileAttributes found = attributes(folder, name);
            if (found == null) {
                return null;
            }
            if (found.isSymbolicLink()) {
                byte[] target = target(path);
                return new DiskEntry(DiskEntry.LINK, DiskEntry.id(target, idLength));
            }
            if (!found.isRegularFile()) {
                throw new UnusablePathException(path, found.isDirectory() ? "is a folder" : "is not a regular file");
            }
            boolean program = found.permissions().contains(PosixFilePermission.OWNER_EXECUTE);
            try (SeekableByteChannel channel = reading(folder, name);
                    InputStream content = Channels.newInputStream(channel)) {
                String id = DiskEntry.id(content, channel.size(), idLength);
                return new DiskEntry(program ? DiskEntry.PROGRAM : DiskEntry.FILE, id);
            }
        });
    }

    /// True if there is a folder at a path that holds none but these files, whose paths have one char for each byte.
    boolean holdsOnly(GitPath path, Set<String> paths) throws IOException {
        Path folder = file(path);
        if (paths.isEmpty() || !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (Stream<Path> below = Files.walk(folder)) {
            return below.filter(each -> !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                    .map(each -> top.relativize(each).toString().getBytes(StandardCharsets.UTF_8))
                    .allMatch(bytes -> paths.contains(new String(bytes, StandardCharsets.ISO_8859_1)));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /// The content of a file or the target of a link; null if it is longer than `largest` or there is nothing.
    byte @Nullable [] content(GitPath path, int largest) throws IOException {
        return inFolder(path, false, (folder, name) -> {
            PosixFileAttributes found = attributes(folder, name);
            if (found == null || found.size() > largest) {
                return null;
            }
            if (found.isSymbolicLink()) {
                return target(path);
            }
            try (InputStream content = Channels.newInputStream(reading(folder, name))) {
                byte[] bytes = content.readNBytes(largest + 1);
                return bytes.length > largest ? null : bytes;
            }
        });
    }

    /// Copies the content of a file or the target of a link.
    void copy(GitPath path, OutputStream out) throws IOException {
        boolean there = Boolean.TRUE.equals(inFolder(path, false, (folder, name) -> {
            PosixFileAttributes found = attributes(folder, name);
            if (found == null) {
                return false;
            }
            if (found.isSymbolicLink()) {
                out.write(target(path));
                return true;
            }
            try (InputStream content = Channels.newInputStream(reading(folder, name))) {
                long _ = content.transferTo(out);
            }
            return true;
        }));
        if (!there) {
            throw new NoSuchFileException(path.brief());
        }
    }

    /// Puts a file or link with this content at a path, replacing what is there, at once and durably. `aside` is the
    /// name of a temporary file beside it.
    void put(GitPath path, String mode, Path content, String aside) throws IOException {
        Boolean _ = inFolder(path, true, (folder, name) -> {
            Path temporary = Path.of(aside);
            if (attributes(folder, temporary) != null) {
                folder.deleteFile(temporary);
            }
            if (mode.equals(DiskEntry.LINK)) {
                Path link = file(path).resolveSibling(aside);
                Path _ = Files.createSymbolicLink(link, Path.of(text(Files.readAllBytes(content))));
            } else {
                Set<PosixFilePermission> allowed =
                        permissions(attributes(folder, name), mode.equals(DiskEntry.PROGRAM));
                write(folder, temporary, content, allowed);
            }
            folder.move(temporary, folder, name);
            return true;
        });
        flush(file(path).getParent());
    }

    /// Removes what is at a path, and the folders that are empty then.
    void remove(GitPath path) throws IOException {
        Boolean _ = inFolder(path, false, (folder, name) -> {
            if (attributes(folder, name) != null) {
                folder.deleteFile(name);
            }
            return true;
        });
        Path folder = file(path).getParent();
        while (folder != null && !folder.equals(top) && folder.startsWith(top) && empty(folder)) {
            Files.deleteIfExists(folder);
            folder = folder.getParent();
        }
        flush(folder);
    }

    private static boolean empty(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return !Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            return !files.iterator().hasNext();
        }
    }

    private static void flush(@Nullable Path folder) throws IOException {
        if (folder != null && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    // A file that others may not read stays so.
    private static Set<PosixFilePermission> permissions(@Nullable PosixFileAttributes replaced, boolean program) {
        Set<PosixFilePermission> all = PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--");
        if (replaced != null && replaced.isRegularFile()) {
            if (!replaced.permissions().contains(PosixFilePermission.GROUP_READ)) {
                all.removeAll(Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_EXECUTE));
            }
            if (!replaced.permissions().contains(PosixFilePermission.OTHERS_READ)) {
                all.removeAll(Set.of(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_EXECUTE));
            }
        }
        return all;
    }

    private static void write(
            SecureDirectoryStream<Path> folder, Path name, Path content, Set<PosixFilePermission> permissions)
            throws IOException {
        try (SeekableByteChannel channel = folder.newByteChannel(
                        name,
                        Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS),
                        PosixFilePermissions.asFileAttribute(permissions));
                InputStream from = Files.newInputStream(content)) {
            byte[] buffer = new byte[1 << 16];
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, n);
                while (bytes.hasRemaining()) {
                    int _ = channel.write(bytes);
                }
            }
            if (channel instanceof FileChannel file) {
                file.force(true);
            }
        }
    }

    // Uses the folder of a path; if it does not exist, it is created, or the result is null. The stream is closed
    // below.
    @SuppressWarnings("StreamResourceLeak")
    private <T> @Nullable T inFolder(GitPath path, boolean create, Use<T> use) throws IOException {
        List<String> names = names(path);
        Path at = top;
        SecureDirectoryStream<Path> folder = open(Files.newDirectoryStream(top), path);
        try {
            for (String name : names.subList(0, names.size() - 1)) {
                at = at.resolve(name);
                SecureDirectoryStream<Path> next = below(folder, Path.of(name), at, create, path);
                folder.close();
                if (next == null) {
                    return null;
                }
                folder = next;
            }
            return use.in(folder, Path.of(names.getLast()));
        } finally {
            folder.close();
        }
    }

    private static @Nullable SecureDirectoryStream<Path> below(
            SecureDirectoryStream<Path> folder, Path name, Path whole, boolean create, GitPath path)
            throws IOException {
        PosixFileAttributes found = attributes(folder, name);
        if (found == null) {
            if (!create) {
                return null;
            }
            Path _ = Files.createDirectory(
                    whole, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        } else if (!found.isDirectory()) {
            String what = found.isSymbolicLink() ? "a symbolic link" : "not a folder";
            throw new UnusablePathException(path, "is below " + name + ", which is " + what);
        }
        try {
            return folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
        } catch (NotDirectoryException e) {
            throw new UnusablePathException(path, "is below " + name + ", which is not a folder");
        }
    }

    private static SecureDirectoryStream<Path> open(DirectoryStream<Path> stream, GitPath path) throws IOException {
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        throw new UnusablePathException(path, "is on a file system where links cannot be avoided");
    }

    private static @Nullable PosixFileAttributes attributes(SecureDirectoryStream<Path> folder, Path name)
            throws IOException {
        try {
            return folder.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static SeekableByteChannel reading(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        return folder.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    private byte[] target(GitPath path) throws IOException {
        return Files.readSymbolicLink(file(path)).toString().getBytes(StandardCharsets.UTF_8);
    }

    private Path file(GitPath path) throws UnusablePathException {
        Path at = top;
        for (String name : names(path)) {
            at = at.resolve(name);
        }
        return at;
    }

    // Objects with such names never leave the quarantine; a mistake there must not reach the user's files.
    private static List<String> names(GitPath path) throws UnusablePathException {
        String unfit = path.unfit();
        if (unfit != null) {
            throw new UnusablePathException(path, "cannot be written: " + unfit);
        }
        for (String name : path.folded()) {
            if (name.isEmpty() || GIT_FOLDERS.contains(name.toLowerCase(Locale.ROOT))) {
                throw new UnusablePathException(path, "has a name that only git itself may write");
            }
        }
        List<String> names = path.components().stream()
                .map(name -> new String(name.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8))
                .toList();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            boolean dots = name.equals(".") || name.equals("..");
            byte[] bytes = path.components().get(i).getBytes(StandardCharsets.ISO_8859_1);
            if (dots || name.indexOf('\0') >= 0 || !Arrays.equals(bytes, name.getBytes(StandardCharsets.UTF_8))) {
                throw new UnusablePathException(path, "has a name that this computer cannot write");
            }
            try {
                Path _ = Path.of(name);
            } catch (InvalidPathException e) {
                throw new UnusablePathException(path, "has a name that this computer cannot write");
            }
        }
        return names;
    }

    private static String text(byte[] target) throws IOException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(target))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException("a link's target is not UTF-8", e);
        }
    }
}
