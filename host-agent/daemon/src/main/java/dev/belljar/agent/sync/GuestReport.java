package dev.belljar.agent.sync;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Reads what a program says beside its output to the end, and keeps the last of it.
final class GuestReport {
    private static final int KEPT = 4096;

    private final Thread reader;
    private final StringBuilder words = new StringBuilder();

    GuestReport(InputStream stream, String name) {
        reader = Thread.ofVirtual().name(name).start(() -> read(stream));
    }

    /// What was said last; waits a little for the end of it.
    String text() throws InterruptedException {
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
            // The program was ended; what it said until then is kept.
        }
    }

    private void keep(String more) {
        synchronized (words) {
            words.append(more);
            words.delete(0, Math.max(0, words.length() - KEPT));
        }
    }
}
