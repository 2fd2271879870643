package dev.belljar.agent.sync.script;

import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.contract.text.VisibleText;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Ends a script in a machine that makes no progress, and knows which file it was reading.
///
/// Only time in which the host waits for the machine counts, so that a slow host does not end the script. The
/// script reports the file it reads on its standard error, which is untrusted and bounded.
public final class StallWatch implements AutoCloseable {
    static final String AT = "belljar-at ";
    private static final int LINE = 1_200;
    private static final int SHOWN = 200;
    private static final long LOOK_MILLIS = 100;

    private final StallLimit limit;
    private final WorkspaceTransfer.FetchProgress progress;
    private final Thread watcher;
    private final long began = System.nanoTime();
    private int waiters;
    private long waitsSince;
    /// Nanoseconds of waiting before `waitsSince`; the two times below use this clock.
    private long waited;
    private long heardAt;
    private long windowBegan;
    private long windowBytes;
    private long received;
    private String at = "";
    private @Nullable String verdict;

    /// Begins to watch a script, which `giveUp` ends.
    public StallWatch(StallLimit limit, WorkspaceTransfer.FetchProgress progress, Runnable giveUp) {
        this.limit = limit;
        this.progress = progress;
        this.watcher = Thread.ofVirtual().name("script-stall").start(() -> watch(giveUp));
    }

    /// The script's output as a watched stream.
    public InputStream output(InputStream stream) {
        return new Watched(stream, true);
    }

    /// The script's error output as a watched stream, which never counts as waiting.
    InputStream errors(InputStream stream) {
        return new Watched(stream, false);
    }

    /// The host begins or stops waiting for the script.
    synchronized void waits(boolean does) {
        long now = System.nanoTime();
        if (does && waiters++ == 0) {
            waitsSince = now;
        } else if (!does && --waiters == 0) {
            waited += now - waitsSince;
        }
    }

    private long waited(long now) {
        return waited + (waiters > 0 ? now - waitsSince : 0);
    }

    /// Why the script was ended, null if it was not.
    public synchronized @Nullable String verdict() {
        return verdict;
    }

    @Override
    public void close() {
        watcher.interrupt();
    }

    private void watch(Runnable giveUp) {
        try {
            while (!overdue(System.nanoTime())) {
                Thread.sleep(LOOK_MILLIS);
            }
            giveUp.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // ended in time
        }
    }

    private synchronized boolean overdue(long now) {
        long waiting = waited(now);
        if (now - began > limit.total().toNanos()) {
            verdict = "took longer than " + words(limit.total()) + where();
        } else if (waiting - heardAt > limit.silence().toNanos()) {
            verdict = "made no progress for " + words(limit.silence()) + where();
        } else if (waiting - windowBegan > limit.window().toNanos()) {
            if (windowBytes < limit.least()) {
                verdict = "sent only %d bytes in %s%s".formatted(windowBytes, words(limit.window()), where());
            }
            windowBegan = waiting;
            windowBytes = 0;
        }
        return verdict != null;
    }

    private String where() {
        return at.isEmpty() ? "" : " (it was reading " + at + ")";
    }

    private static String words(Duration time) {
        return time.toSeconds() >= 120 ? time.toMinutes() + " minutes" : time.toSeconds() + " s";
    }

    private void heard(int bytes, boolean work) {
        long all;
        String file;
        synchronized (this) {
            heardAt = waited(System.nanoTime());
            windowBytes += bytes;
            received += work ? bytes : 0;
            all = received;
            file = at;
        }
        progress.at(all, file);
    }

    private synchronized void said(String line) {
        if (line.startsWith(AT)) {
            String name = VisibleText.line(line.substring(AT.length()).strip());
            at = name.length() > SHOWN ? name.substring(0, SHOWN) + "…" : name;
        }
    }

    /// A stream of the script.
    private final class Watched extends FilterInputStream {
        private final boolean work;
        private final StringBuilder line = new StringBuilder();

        Watched(InputStream stream, boolean work) {
            super(stream);
            this.work = work;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int most) throws IOException {
            int count = -1;
            try {
                if (work) {
                    waits(true);
                }
                count = super.read(into, from, most);
            } finally {
                if (work) {
                    waits(false);
                }
            }
            if (count > 0) {
                if (!work) {
                    lines(new String(into, from, count, StandardCharsets.UTF_8));
                }
                heard(count, work);
            }
            return count;
        }

        private void lines(String text) {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '\n') {
                    said(line.toString());
                    line.setLength(0);
                } else if (line.length() < LINE) {
                    line.append(c);
                }
            }
        }
    }
}
