package dev.belljar.agent.setup;

import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The output of the newest setup of one sandbox: a file and an older one beside it, which together never
/// exceed a limit. Output that cannot be written is dropped, so that the setup goes on while the disk is full.
///
/// The guest chooses what is in it: it is shown in visible characters only. Thread-safe.
final class SetupLog {
    /// The most bytes of both files together.
    static final int LIMIT = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(SetupLog.class);
    private static final int HALF = LIMIT / 2;
    /// The most bytes that `tail` reads.
    private static final int TAIL = 256 << 10;

    private final Path file;
    private final Path older;
    private @Nullable OutputStream out;
    private long size;

    SetupLog(Path folder) {
        this.file = folder.resolve("setup.log");
        this.older = folder.resolve("setup.log.1");
    }

    /// The end of the log in visible characters; `complete` is false if something before it was dropped.
    record LogTail(String text, boolean complete) {}

    /// Empties the log.
    synchronized void begin() {
        close();
        try {
            Files.deleteIfExists(older);
            Files.deleteIfExists(file);
        } catch (IOException e) {
            dropped(e);
        }
        size = 0;
    }

    /// Writes a line of the host agent's own.
    void line(String text) {
        byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
        append(bytes, bytes.length);
    }

    synchronized void append(byte[] bytes, int length) {
        try {
            if (size + length > HALF) {
                close();
                if (Files.exists(file)) {
                    Files.move(file, older, StandardCopyOption.REPLACE_EXISTING);
                }
                size = 0;
            }
            OutputStream to = out;
            if (to == null) {
                to = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                out = to;
            }
            to.write(bytes, 0, length);
            size += length;
        } catch (IOException e) {
            dropped(e);
        }
    }

    private void dropped(IOException e) {
        LOG.debug("{}: output of the setup was dropped: {}", file, e.toString());
    }

    synchronized void close() {
        OutputStream open = out;
        out = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                dropped(e);
            }
        }
    }

    /// The end of the log.
    synchronized LogTail tail() {
        String all = read(older) + read(file);
        String end = all.length() > TAIL ? all.substring(all.length() - TAIL) : all;
        String lines = end.replace("\r\n", "\n").replace('\r', '\n');
        return new LogTail(VisibleText.text(lines, "\n\t"), end.length() == all.length() && !Files.exists(older));
    }

    /// The last line of the log that says anything, cut at a length; empty if there is none.
    String lastLine(int most) {
        String last = tail().text()
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("== "))
                .reduce("", (_, next) -> next);
        return last.length() > most ? last.substring(0, most) + "…" : last;
    }

    private static String read(Path file) {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            channel.position(Math.max(0, channel.size() - HALF));
            ByteBuffer bytes = ByteBuffer.allocate(HALF);
            while (bytes.hasRemaining() && channel.read(bytes) > 0) {
                // Until the end of the file.
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            return "the log cannot be read\n";
        }
    }
}
