package dev.belljar.agent.sync.git;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the contents of any number of files through one `git cat-file`, which is started with the first.
///
/// Sizes are queried first, so that a file larger than the limit is never printed. Closing it ends git; so does
/// the deadline. Not thread-safe.
public final class BlobReader implements AutoCloseable {
    /// Objects requested at once: the requests fit into a pipe, so that the two sides cannot deadlock.
    public static final int BATCH = 256;

    /// Maximum total of bytes; files after that count as too large.
    private static final long MOST = 256L << 20;

    private static final int HEADER = 256;

    private final GitRunner git;
    private final OperationDeadline deadline;
    private final Map<String, byte[]> ahead = new HashMap<>();
    private @Nullable Running running;
    private long total;

    public BlobReader(GitRunner git, OperationDeadline deadline) {
        this.git = git;
        this.deadline = deadline;
    }

    private record Running(GitProcess process, InputStream out) {
        OutputStream in() {
            return process.in();
        }
    }

    /// The bytes of a file; empty if it is larger than `largest` or not a file.
    public Optional<byte[]> read(String id, int largest) throws SyncException, InterruptedException {
        byte[] known = ahead.get(id);
        return Optional.ofNullable(known == null ? batch(Set.of(id), largest).get(id) : known);
    }

    /// Reads up to `BATCH` files of at most `largest` bytes, to be asked for one by one afterwards.
    public void readAhead(Set<String> ids, int largest) throws SyncException, InterruptedException {
        ahead.clear();
        if (!ids.isEmpty()) {
            ahead.putAll(batch(ids, largest));
        }
    }

    @Override
    public void close() {
        Running was = running;
        if (was != null) {
            was.process().close();
        }
    }

    private Map<String, byte[]> batch(Set<String> ids, int largest) throws SyncException, InterruptedException {
        Running to = running();
        try {
            List<String> small = small(to, List.copyOf(ids), largest);
            ask(to, "contents ", small);
            Map<String, byte[]> found = new HashMap<>();
            for (String id : small) {
                long size = size(header(to.out()));
                if (size > largest) {
                    throw new IOException("the size of a file changed");
                }
                found.put(id, exactly(to.out(), (int) size));
                exactly(to.out(), 1);
            }
            return found;
        } catch (IOException e) {
            deadline.left();
            throw SyncFaults.file("the contents of files could not be read", e);
        }
    }

    private List<String> small(Running to, List<String> ids, int largest) throws SyncException, IOException {
        ask(to, "info ", ids);
        List<String> small = new ArrayList<>();
        for (String id : ids) {
            long size = size(header(to.out()));
            if (size <= Math.min(largest, MOST - total)) {
                total += size;
                small.add(id);
            }
        }
        return small;
    }

    private static void ask(Running to, String what, List<String> ids) throws SyncException, IOException {
        StringBuilder lines = new StringBuilder();
        for (String id : ids) {
            lines.append(what).append(RefNames.object(id)).append('\n');
        }
        to.in().write(lines.append("flush\n").toString().getBytes(StandardCharsets.US_ASCII));
        to.in().flush();
    }

    // `<id> blob <size>`; everything else is no file, and never read.
    private static long size(String header) {
        String[] words = header.split(" ");
        boolean file = words.length == 3 && words[1].equals("blob") && words[2].matches("[0-9]{1,18}");
        return file ? Long.parseLong(words[2]) : Long.MAX_VALUE;
    }

    private static String header(InputStream out) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = out.read(); next != '\n'; next = out.read()) {
            if (next < 0 || line.size() == HEADER) {
                throw new IOException("git's output ended early");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    private static byte[] exactly(InputStream out, int size) throws IOException {
        byte[] bytes = out.readNBytes(size);
        if (bytes.length != size) {
            throw new IOException("git's output ended early");
        }
        return bytes;
    }

    private Running running() throws SyncException, InterruptedException {
        Running known = running;
        if (known != null) {
            return known;
        }
        GitProcess process = GitProcess.start(git, deadline.left(), "cat-file", "--batch-command", "--buffer");
        Running started = new Running(process, new BufferedInputStream(process.out(), 1 << 16));
        running = started;
        return started;
    }
}
