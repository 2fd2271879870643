package dev.belljar.agent.vm.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stores a machine's console output in a file of bounded size; earlier output is kept in one older file.
final class ConsoleLog {
    static final long LIMIT = 256 << 10;
    private static final Logger LOG = LoggerFactory.getLogger(ConsoleLog.class);

    private final Path file;
    private long size;
    private boolean broken;

    ConsoleLog(Path file) {
        this.file = file;
    }

    /// Adds a line. A full disk ends the log, not the machine: it is reported once and no more lines are stored.
    void add(String line) {
        if (broken) {
            return;
        }
        try {
            append((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            broken = true;
            LOG.warn("{}: console output is no longer saved: {}", file, e.getMessage());
        }
    }

    private void append(byte[] line) throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        size = Files.size(file);
        if (size + line.length > LIMIT) {
            Files.move(file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
        Files.write(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
