package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// The folder of one change of a working tree: its record, and the contents of its files before and after.
record ChangeFolder(Path path) {
    private static final String RECORD = "record.json";

    static ChangeFolder create(Path parent, String id) throws IOException {
        Path _ = Files.createDirectories(parent);
        return new ChangeFolder(Files.createDirectory(
                parent.resolve(id),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))));
    }

    String id() {
        return String.valueOf(path.getFileName());
    }

    Path before(int step) {
        return path.resolve("before-" + step);
    }

    Path after(int step) {
        return path.resolve("after-" + step);
    }

    /// The name of the temporary file of a step.
    String aside(int step) {
        return ".belljar-" + id() + "-" + step;
    }

    boolean recorded() {
        return Files.exists(path.resolve(RECORD));
    }

    ChangeRecord read() throws IOException {
        try {
            return ContractJson.read(Files.readString(path.resolve(RECORD)), ChangeRecord.class);
        } catch (JsonFault e) {
            throw new IOException(path.resolve(RECORD) + " cannot be read", e);
        }
    }

    void write(ChangeRecord record) throws IOException {
        DurableFile.write(path.resolve(RECORD), ContractJson.line(record));
    }

    /// Writes a file of this folder to the disk.
    void store(Path file, FileContent content) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING))) {
            OutputStream out = Channels.newOutputStream(channel);
            content.to(out);
            out.flush();
            channel.force(true);
        }
    }

    void delete() {
        FileTrees.delete(path);
    }

    /// Writes the content of a file.
    interface FileContent {
        void to(OutputStream out) throws IOException;
    }
}
