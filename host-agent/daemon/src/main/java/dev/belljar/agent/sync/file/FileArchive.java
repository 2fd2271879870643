package dev.belljar.agent.sync.file;

import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.sync.script.StallLimit;
import dev.belljar.agent.sync.script.StallWatch;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A tar archive of files from a guest, which is ended when the guest stops sending.
public final class FileArchive implements GuestStream {
    /// How long tar in the guest may be silent; it needs no time to find files, which are named.
    private static final Duration SILENCE = Duration.ofSeconds(30);

    private static final StallLimit LIMIT = new StallLimit(Duration.ofDays(7), SILENCE, Duration.ofMinutes(1), 512);

    private final GuestStream stream;
    private final StallWatch watch;
    private final InputStream input;

    /// Begins to watch a stream.
    public FileArchive(GuestStream stream) {
        this(stream, LIMIT);
    }

    FileArchive(GuestStream stream, StallLimit limit) {
        this.stream = stream;
        this.watch = new StallWatch(limit, (bytes, at) -> {}, stream::close);
        this.input = new FilterInputStream(watch.output(stream.input())) {
            @Override
            public int read(byte[] into, int from, int most) throws IOException {
                try {
                    int count = in.read(into, from, most);
                    if (count < 0) {
                        requireInTime(null);
                    }
                    return count;
                } catch (IOException e) {
                    requireInTime(e);
                    throw e;
                }
            }
        };
    }

    private void requireInTime(@Nullable IOException cause) throws IOException {
        String verdict = watch.verdict();
        if (verdict != null) {
            throw new IOException("tar in the guest " + verdict, cause);
        }
    }

    @Override
    public InputStream input() {
        return input;
    }

    @Override
    public OutputStream output() {
        return stream.output();
    }

    @Override
    public void close() {
        watch.close();
        stream.close();
    }
}
