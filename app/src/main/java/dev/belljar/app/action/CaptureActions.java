package dev.belljar.app.action;

import dev.belljar.client.AgentException;
import dev.belljar.client.CaptureStream;
import dev.belljar.contract.host.HomeFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// The actions on packet captures, of which at most one runs per sandbox. A capture continues when the user leaves the
/// screen. It ends when it is stopped, the sandbox stops, or the file reaches its limit.
public final class CaptureActions implements AutoCloseable {
    /// The largest size of a file, in bytes.
    public static final long LIMIT = 1L << 30;

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private final TaskRunner tasks;
    private final long limit;
    private final Map<String, PacketRecording> running = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    CaptureActions(TaskRunner tasks, long limit) {
        this.tasks = tasks;
        this.limit = limit;
    }

    /// Returns the running capture of this sandbox.
    public Optional<PacketRecording> of(String sandbox) {
        return Optional.ofNullable(running.get(sandbox));
    }

    /// Starts a capture unless one is running; `over` is called on the FX thread when it ended.
    public void start(String sandbox, String name, Consumer<PacketRecording> over) {
        PacketRecording recording = new PacketRecording(file(name), limit);
        if (running.putIfAbsent(sandbox, recording) != null) {
            return;
        }
        Thread.ofVirtual().name("belljar-pcap-" + sandbox).start(() -> {
            try {
                record(sandbox, recording);
            } finally {
                running.remove(sandbox, recording);
                tasks.later(() -> over.accept(recording));
            }
        });
    }

    private void record(String sandbox, PacketRecording recording) {
        try {
            CaptureStream stream = tasks.agent().capture(sandbox);
            recording.run(stream);
        } catch (AgentException e) {
            recording.fail(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Path file(String name) {
        int number = count.incrementAndGet();
        String time = TIME.format(LocalDateTime.now(ZoneId.systemDefault()));
        String end = number == 1 ? "" : "-" + number;
        return folder().resolve("belljar-" + name.replaceAll("[^A-Za-z0-9-]", "_") + "-" + time + end + ".pcap");
    }

    /// Returns the folder of the property `belljar.recordings`, else the user's `Downloads`, else
    /// the home folder.
    static Path folder() {
        String set = System.getProperty("belljar.recordings");
        if (set != null) {
            return Path.of(set);
        }
        Path home = HomeFolder.of(System.getenv());
        Path downloads = home.resolve("Downloads");
        return Files.isDirectory(downloads) ? downloads : home;
    }

    /// Ends all captures; their files stay.
    @Override
    public void close() {
        running.values().forEach(PacketRecording::stop);
    }
}
