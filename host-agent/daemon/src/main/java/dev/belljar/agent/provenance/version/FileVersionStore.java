package dev.belljar.agent.provenance.version;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;

/// The versions of the files of one sandbox, in files of JSON lines in its folder.
///
/// New versions are appended to the newest file. If all files together have reached the limit, the oldest one is
/// deleted. A line that was torn by a crash is skipped. A query reads all files: there are at most 64 MiB of them, and
/// an index would have to be bounded and restored, too. Safe for several threads.
public final class FileVersionStore {
    /// The bytes and lines after which another file is begun, and the most files.
    static final int FILE_BYTES = 4 << 20;

    static final int FILE_LINES = 2_000;
    static final int MOST_FILES = 15;

    private static final String PATTERN = "versions-[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9].jsonl";

    private final Path folder;
    private final ReentrantLock lock = new ReentrantLock();
    private long number = -1;
    private int lines;

    /// The store in this folder, which is created with the first version.
    public FileVersionStore(Path folder) {
        this.folder = folder;
    }

    /// The versions of one file and the periods in which events were lost, oldest first; `whole` is false if older
    /// versions may have been deleted.
    public record KeptVersions(List<FileVersion> versions, List<Long> lost, boolean whole) {
        public KeptVersions {
            versions = List.copyOf(versions);
            lost = List.copyOf(lost);
        }
    }

    /// Adds versions.
    ///
    /// @throws IOException when they cannot be written
    public void add(List<FileVersion> versions) throws IOException {
        lock.lock();
        try {
            for (FileVersion version : versions) {
                append((ContractJson.line(version) + "\n").getBytes(StandardCharsets.UTF_8));
            }
        } finally {
            lock.unlock();
        }
    }

    private void append(byte[] line) throws IOException {
        if (number < 0) {
            open();
        }
        Path file = file(number);
        if (Files.exists(file) && (lines >= FILE_LINES || Files.size(file) + line.length > FILE_BYTES)) {
            number++;
            lines = 0;
            file = file(number);
            List<Path> all = files();
            for (int i = 0; i <= all.size() - MOST_FILES; i++) {
                Files.delete(all.get(i));
            }
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
        lines++;
    }

    // After a restart a new file is begun, so that a line that a crash tore is the last of its file.
    private void open() throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        List<Path> all = files();
        number = all.isEmpty() ? 1 : number(all.getLast()) + 1;
        lines = 0;
        for (int i = 0; i <= all.size() - MOST_FILES; i++) {
            Files.delete(all.get(i));
        }
    }

    /// The newest `most` versions of a file.
    ///
    /// @throws IOException when the files cannot be read
    public KeptVersions of(String path, int most) throws IOException {
        byte[] wanted = prefix(path);
        byte[] lost = prefix("");
        Deque<FileVersion> found = new ArrayDeque<>();
        List<Long> gaps = new ArrayList<>();
        boolean whole = true;
        lock.lock();
        try {
            List<Path> all = Files.isDirectory(folder) ? files() : List.of();
            whole = all.isEmpty() || number(all.getFirst()) == 1;
            for (Path file : all) {
                byte[] bytes = Files.readAllBytes(file);
                for (int at = 0; at < bytes.length; ) {
                    int end = end(bytes, at);
                    if (starts(bytes, at, end, lost)) {
                        read(bytes, at, end).forEach(version -> gaps.add(version.to()));
                    } else if (starts(bytes, at, end, wanted)) {
                        found.addAll(read(bytes, at, end));
                    }
                    if (found.size() > most) {
                        found.removeFirst();
                        whole = false;
                    }
                    at = end + 1;
                }
            }
        } finally {
            lock.unlock();
        }
        return new KeptVersions(List.copyOf(found), gaps, whole);
    }

    // The path is the first field of a line.
    private static byte[] prefix(String path) {
        String line = ContractJson.line(new FileVersion(path, 0, 0, List.of(), true, null, null));
        return line.substring(0, line.indexOf(",\"from\":") + 1).getBytes(StandardCharsets.UTF_8);
    }

    private static int end(byte[] bytes, int from) {
        int at = from;
        while (at < bytes.length && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    private static boolean starts(byte[] bytes, int from, int end, byte[] prefix) {
        return end - from >= prefix.length
                && Arrays.equals(bytes, from, from + prefix.length, prefix, 0, prefix.length);
    }

    private static List<FileVersion> read(byte[] bytes, int from, int end) {
        try {
            String line = new String(bytes, from, end - from, StandardCharsets.UTF_8);
            return List.of(ContractJson.read(line, FileVersion.class));
        } catch (JsonFault e) {
            return List.of(); // torn by a crash
        }
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
