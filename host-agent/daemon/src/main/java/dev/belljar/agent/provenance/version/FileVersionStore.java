package dev.belljar.agent.provenance.version;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// The versions of the files of one sandbox, in files of JSON lines in its folder.
///
/// New versions are appended to the newest file. When all together have reached the limit, a quarter of them is
/// deleted, chosen so that no file and no process displaces the versions of others (`FairSelection`). A line that was
/// torn by a crash is skipped. A query reads all files: there are at most 60 MiB of them, and an index would have to be
/// bounded and restored, too. Safe for several threads.
public final class FileVersionStore {
    /// The bytes after which another file is begun.
    static final int FILE_BYTES = 4 << 20;
    /// The most bytes of all versions, and how many of them are kept when these are reached.
    static final long MOST_BYTES = 60L << 20;

    static final long KEPT_BYTES = 45L << 20;
    /// The most versions of a file that are kept then.
    static final int MOST_VERSIONS = 300;

    private static final String PATTERN = "versions-[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9].jsonl";

    private final Path folder;
    private final ReentrantLock lock = new ReentrantLock();
    private long number = -1;
    private long bytes;

    /// The store in this folder, which is created with the first version.
    public FileVersionStore(Path folder) {
        this.folder = folder;
    }

    /// The versions of one file, oldest first, when events were lost, and when files were not read because too many
    /// waited; `whole` is false if other versions of the file may have been deleted.
    public record KeptVersions(List<FileVersion> versions, List<Long> lost, List<Long> dropped, boolean whole) {
        public KeptVersions {
            versions = List.copyOf(versions);
            lost = List.copyOf(lost);
            dropped = List.copyOf(dropped);
        }
    }

    /// Adds versions, and returns for how many bytes they count.
    ///
    /// @throws IOException when they cannot be written
    public long add(List<FileVersion> versions) throws IOException {
        lock.lock();
        try {
            long added = 0;
            for (FileVersion version : versions) {
                byte[] line = VersionLine.of(version);
                append(line);
                added += VersionLine.cost(line.length);
            }
            return added;
        } finally {
            lock.unlock();
        }
    }

    private void append(byte[] line) throws IOException {
        if (number < 0) {
            open();
        }
        if (bytes + VersionLine.cost(line.length) > MOST_BYTES) {
            prune();
        }
        Path file = file(number);
        if (Files.exists(file) && Files.size(file) + line.length > FILE_BYTES) {
            number++;
            file = file(number);
        }
        if (!Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            long before = out.length();
            try {
                out.seek(before);
                out.write(line);
            } catch (IOException e) {
                out.setLength(before);
                throw e;
            }
        }
        bytes += VersionLine.cost(line.length);
    }

    // After a restart a new file is begun, so that a line that a crash tore is the last of its file.
    private void open() throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        List<Path> all = files();
        bytes = StorePruning.of(all).bytes();
        number = all.isEmpty() ? 1 : number(all.getLast()) + 1;
    }

    private void prune() throws IOException {
        List<Path> all = files();
        StorePruning pruning = StorePruning.of(all);
        int left = pruning.run(KEPT_BYTES, MOST_VERSIONS, PrunedPaths.read(pruned()));
        bytes = pruning.bytes();
        number = left == 0 ? number(all.getFirst()) : number(all.get(left - 1)) + 1;
    }

    private Path pruned() {
        return folder.resolve("pruned");
    }

    /// The newest `most` versions of a file.
    ///
    /// @throws IOException when the files cannot be read
    public KeptVersions of(String path, int most) throws IOException {
        byte[] wanted = VersionLine.prefix(path);
        byte[] marks = VersionLine.prefix("");
        // After a crash while versions were deleted, some are stored twice.
        Set<FileVersion> found = new LinkedHashSet<>();
        Set<FileVersion> markers = new LinkedHashSet<>();
        boolean whole = true;
        lock.lock();
        try {
            List<Path> all = Files.isDirectory(folder) ? files() : List.of();
            PrunedPaths pruned = PrunedPaths.read(pruned());
            whole = !pruned.contains(path) && !pruned.contains("");
            for (Path file : all) {
                byte[] content = Files.readAllBytes(file);
                for (int at = 0; at < content.length; ) {
                    int end = VersionLine.end(content, at);
                    if (VersionLine.starts(content, at, end, marks)) {
                        VersionLine.read(content, at, end).ifPresent(markers::add);
                    } else if (VersionLine.starts(content, at, end, wanted)) {
                        VersionLine.read(content, at, end).ifPresent(found::add);
                    }
                    if (found.size() > most) {
                        boolean _ = found.remove(found.iterator().next());
                        whole = false;
                    }
                    at = end + 1;
                }
            }
        } finally {
            lock.unlock();
        }
        return new KeptVersions(List.copyOf(found), times(markers, false), times(markers, true), whole);
    }

    private static List<Long> times(Set<FileVersion> markers, boolean dropped) {
        return markers.stream()
                .filter(marker -> (marker.note() != null) == dropped)
                .map(FileVersion::to)
                .toList();
    }

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, PATTERN)) {
            found.forEach(files::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        files.sort(null);
        return files;
    }

    private Path file(long which) {
        return folder.resolve(String.format(Locale.ROOT, "versions-%08d.jsonl", which));
    }

    private static long number(Path file) {
        String name = String.valueOf(file.getFileName());
        return Long.parseLong(name.substring("versions-".length(), name.length() - ".jsonl".length()));
    }
}
