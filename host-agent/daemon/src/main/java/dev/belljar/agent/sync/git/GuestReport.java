package dev.belljar.agent.sync.git;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Reads the error output of a program to its end and keeps the last part.
public final class GuestReport {
    private static final int KEPT = 4096;

    private final Thread reader;
    private final StringBuilder words = new StringBuilder();

    public GuestReport(InputStream stream, String name) {
        reader = Thread.ofVirtual().name(name).start(() -> read(stream));
    }

    /// The last part of the error output; waits a little for its end.
    public String text() throws InterruptedException {
        reader.join(Duration.ofSeconds(5));
        synchronized (words) {
            return words.toString();
        }
    }

    private void read(InputStream stream) {
        byte[] buffer = new byte[KEPT];
        try (stream) {
            for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                keep(new String(buffer, 0, n, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // The program was ended; its output until then is kept.
        }
    }

    private void keep(String more) {
        synchronized (words) {
            words.append(more);
            words.delete(0, Math.max(0, words.length() - KEPT));
        }
    }
}
