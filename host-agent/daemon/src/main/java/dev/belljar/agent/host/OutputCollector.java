package dev.belljar.agent.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/// Reads one output of a program to its end, and keeps its first `limit` bytes.
final class OutputCollector {
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final Thread reader;

    OutputCollector(InputStream stream, int limit, String name) {
        reader = Thread.ofVirtual().name("command-" + name).start(() -> drain(stream, limit));
    }

    private void drain(InputStream stream, int limit) {
        byte[] buffer = new byte[16_384];
        try (stream) {
            for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                kept.write(buffer, 0, Math.min(n, Math.max(0, limit - kept.size())));
            }
        } catch (IOException e) {
            // The process was killed; the output is what was read so far.
        }
    }

    /// The output, once the program has closed it.
    byte[] bytes() throws InterruptedException {
        reader.join();
        return kept.toByteArray();
    }
}
