package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A real window in a separate process, and the text in it.
final class ShownWindow implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 180;

    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private final Process process;
    private String last = "nothing";

    private ShownWindow(Process process) {
        this.process = process;
    }

    static ShownWindow open(WindowEnvironment environment, Path log) throws IOException {
        ProcessBuilder builder = environment
                .java(WatchedWindow.class.getName(), "--theme", "light")
                .redirectError(log.toFile());
        ShownWindow window = new ShownWindow(builder.start());
        Thread.ofVirtual().name("words").start(window::read);
        return window;
    }

    /// Waits until the window contains all of these texts.
    void await(String... words) throws InterruptedException {
        Optional<String> found = find(PATIENCE_SECONDS, words);
        assertThat(found)
                .as("a window with %s, which shows: %s", List.of(words), last)
                .isPresent();
    }

    /// The window's texts once they contain all of these; empty after this many seconds.
    Optional<String> find(long seconds, String... words) throws InterruptedException {
        seen.clear();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < deadline) {
            String line = seen.poll(200, TimeUnit.MILLISECONDS);
            last = line == null ? last : line;
            if (line != null && List.of(words).stream().allMatch(line::contains)) {
                return Optional.of(line);
            }
        }
        return Optional.empty();
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                seen.add(line);
            }
        } catch (IOException e) {
            seen.add("the window ended: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
