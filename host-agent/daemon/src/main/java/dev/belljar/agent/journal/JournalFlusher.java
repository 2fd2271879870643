package dev.belljar.agent.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Forces a journal's files to disk: at once when a thread waits for it, and otherwise half a second after a
/// write.
///
/// Threads that ask while a force is under way share the next one (group commit).
final class JournalFlusher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalFlusher.class);
    private static final long DELAY_MILLIS = 500;

    private final Path folder;
    private final List<LineFile> files;
    private final ReentrantLock forcing = new ReentrantLock();
    private final Semaphore written = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;

    JournalFlusher(Path folder, List<LineFile> files) {
        this.folder = folder;
        this.files = files;
        this.thread = Thread.ofVirtual().name("journal-flush " + folder).start(this::run);
    }

    /// Notes a write that must be on disk within a second.
    void soon() {
        if (written.availablePermits() == 0) {
            written.release();
        }
    }

    /// Waits until everything that was written before this call is on disk.
    void now() throws IOException {
        forcing.lock();
        try {
            for (LineFile file : files) {
                file.sync();
            }
        } finally {
            forcing.unlock();
        }
    }

    private void run() {
        while (!closed) {
            try {
                written.acquire();
                Thread.sleep(DELAY_MILLIS);
                written.drainPermits();
                now();
            } catch (InterruptedException e) {
                return;
            } catch (IOException e) {
                LOG.error("{}: could not be flushed to disk: {}", folder, e.getMessage());
                soon();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
