package dev.belljar.agent.sync;

import dev.belljar.agent.host.Command;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The NUL-ended records a git prints, read one by one (one char per octet), so that a listing of any size needs no
/// memory. Closing it ends the git.
final class Records implements AutoCloseable {
    private static final int LONGEST = 1 << 20;

    private final Process process;
    private final InputStream out;
    private final Thread watch;
    private volatile boolean late;

    Records(Git git, Duration limit, String... words) throws SyncException {
        process = git.start(words);
        out = new BufferedInputStream(process.getInputStream(), 1 << 16);
        Thread.ofVirtual().name("git-errors").start(() -> drain(process.getErrorStream()));
        watch = Thread.ofVirtual().name("git-deadline").start(() -> end(limit));
    }

    /// The next record, or null at the end.
    ///
    /// @throws SyncException when git ended badly, took too long, or a record is longer than a path can be
    @Nullable
    String next() throws SyncException, InterruptedException {
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        try {
            for (int octet = out.read(); octet > 0; octet = out.read()) {
                record.write(octet);
                if (record.size() > LONGEST) {
                    throw SyncFaults.refused("a name or line longer than " + LONGEST + " octets", null);
                }
            }
        } catch (IOException e) {
            throw SyncFaults.file("reading what git says", e);
        }
        if (record.size() > 0) {
            return record.toString(StandardCharsets.ISO_8859_1);
        }
        ended();
        return null;
    }

    @Override
    public void close() {
        watch.interrupt();
        Command.killTree(process);
    }

    private void ended() throws SyncException, InterruptedException {
        if (!process.waitFor(1, TimeUnit.MINUTES) || late || process.exitValue() != 0) {
            throw new SyncException(
                    SyncException.GIT, late ? "git took too long over this" : "git could not list this", null, null);
        }
    }

    private void end(Duration limit) {
        try {
            Thread.sleep(limit);
            late = true;
            Command.killTree(process);
        } catch (InterruptedException e) {
            // Closed in time.
        }
    }

    private static void drain(InputStream errors) {
        try (errors) {
            errors.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The process was killed.
        }
    }
}
