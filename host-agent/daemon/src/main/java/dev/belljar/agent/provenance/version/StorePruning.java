package dev.belljar.agent.provenance.version;

import dev.belljar.agent.provenance.version.FairSelection.StoredVersion;
import dev.belljar.agent.recording.PathWrite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Deletes versions from the files of a store, which are rewritten.
///
/// The kept versions fill the files from the first one on, and a file is replaced only when what it contained is in
/// that file or an earlier one. So a crash loses nothing; it may leave versions that are stored twice.
final class StorePruning {
    private static final long PERIOD = Duration.ofMinutes(10).toMillis();

    private final List<Path> files;
    private final List<StoredLine> lines = new ArrayList<>();
    private long bytes;

    private record StoredLine(Path file, int from, int end, StoredVersion version) {}

    private StorePruning(List<Path> files) {
        this.files = files;
    }

    /// Reads what the files contain.
    static StorePruning of(List<Path> files) throws IOException {
        StorePruning pruning = new StorePruning(files);
        for (Path file : files) {
            pruning.read(file);
        }
        return pruning;
    }

    /// The bytes for which the versions count.
    long bytes() {
        return bytes;
    }

    private void read(Path file) throws IOException {
        byte[] all = Files.readAllBytes(file);
        for (int at = 0; at < all.length; ) {
            int from = at;
            int end = VersionLine.end(all, at);
            VersionLine.header(all, from, end)
                    .ifPresent(version -> add(new StoredLine(file, from, end, stored(version, end - from))));
            at = end + 1;
        }
    }

    private void add(StoredLine line) {
        lines.add(line);
        bytes += line.version().bytes();
    }

    private static StoredVersion stored(FileVersion version, int length) {
        List<PathWrite> writes = version.writes();
        String process = writes.isEmpty()
                ? ""
                : writes.getLast().pid() + " " + writes.getLast().start();
        return new StoredVersion(version.path(), process, version.to() / PERIOD, VersionLine.cost(length));
    }

    /// Keeps at most so many bytes and versions of a path; returns how many files are left.
    int run(long most, int versions, PrunedPaths pruned) throws IOException {
        BitSet kept = FairSelection.of(lines.stream().map(StoredLine::version).toList(), most, versions);
        for (int i = kept.nextClearBit(0); i < lines.size(); i = kept.nextClearBit(i + 1)) {
            pruned.add(lines.get(i).version().path());
        }
        pruned.write();
        int written = rewrite(kept);
        for (Path rest : files.subList(written, files.size())) {
            Files.delete(rest);
        }
        return written;
    }

    private int rewrite(BitSet kept) throws IOException {
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        int written = 0;
        bytes = 0;
        Path reading = null;
        byte[] content = new byte[0];
        for (int i = kept.nextSetBit(0); i >= 0; i = kept.nextSetBit(i + 1)) {
            StoredLine line = lines.get(i);
            // Read once: the file may be replaced before its last version is used.
            if (!line.file().equals(reading)) {
                reading = line.file();
                content = Files.readAllBytes(reading);
            }
            int length = line.end() - line.from();
            if (part.size() > 0 && part.size() + length + 1 > FileVersionStore.FILE_BYTES) {
                replace(files.get(written++), part);
                part.reset();
            }
            part.write(content, line.from(), length);
            part.write('\n');
            bytes += line.version().bytes();
        }
        if (part.size() > 0) {
            replace(files.get(written++), part);
        }
        return written;
    }

    private static void replace(Path file, ByteArrayOutputStream content) throws IOException {
        Path part = file.resolveSibling("versions.part");
        Files.deleteIfExists(part);
        Files.createFile(part, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(part, content.toByteArray());
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
