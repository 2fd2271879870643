package dev.belljar.agent.sync.gate;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitProcess;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RefNames;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Scans files for characters that change the direction of text, with which source code can look different from
/// what it does.
///
/// Two git processes serve all files of a review: one reports their sizes, one prints them, and its output is
/// read in pieces. The smallest files come first, up to a total that takes seconds; the rest is reported as not
/// scanned. A file that was scanned before, for other changes of the same review, is not read again: its id stands for
/// its content. Not thread-safe.
public final class BidiScanner {
    private static final long LARGEST = 16 << 20;
    private static final long SUM = 128 << 20;
    private static final int PIECE = 1 << 16;
    private static final int SNIFFED = 8000;
    private static final int LINE = 200;

    private final GitRunner git;
    private final OperationDeadline deadline;
    private final Map<String, Long> sizes = new HashMap<>();
    private final Set<String> scanned = new HashSet<>();
    private final Set<String> marked = new HashSet<>();

    /// A scanner that reads the files with this git.
    public BidiScanner(GitRunner git, OperationDeadline deadline) {
        this.git = git;
        this.deadline = deadline;
    }

    /// The findings about a file; a binary file and one without such characters have none.
    enum Finding {
        MARKED,
        UNREAD
    }

    /// The findings for the files with these ids.
    Map<String, Finding> scan(Set<String> ids) throws SyncException, InterruptedException {
        measure(ids);
        List<String> sized = new ArrayList<>(ids);
        sized.sort(Comparator.comparingLong(id -> sizes.getOrDefault(id, 0L)));
        Map<String, Finding> found = new HashMap<>();
        Set<String> chosen = new LinkedHashSet<>();
        long sum = 0;
        for (String id : sized) {
            long size = sizes.getOrDefault(id, 0L);
            sum += size;
            if (size > LARGEST || sum > SUM) {
                found.put(id, Finding.UNREAD);
            } else {
                chosen.add(id);
            }
        }
        read(chosen);
        chosen.stream().filter(marked::contains).forEach(id -> found.put(id, Finding.MARKED));
        return found;
    }

    private void measure(Set<String> ids) throws SyncException, InterruptedException {
        Set<String> unknown = new LinkedHashSet<>(ids);
        unknown.removeAll(sizes.keySet());
        batch(unknown, "--batch-check", (id, size, out) -> sizes.put(id, size));
    }

    private void read(Set<String> ids) throws SyncException, InterruptedException {
        Set<String> unknown = new LinkedHashSet<>(ids);
        unknown.removeAll(scanned);
        byte[] piece = new byte[PIECE];
        batch(unknown, "--batch", (id, size, out) -> {
            if (marked(out, size, piece)) {
                marked.add(id);
            }
            scanned.add(id);
            if (out.read() != '\n') {
                throw new IOException("git's output has no newline after a file");
            }
        });
    }

    /// True if these bytes of text contain such a character.
    static boolean marked(byte[] text) {
        int last = 0;
        for (byte one : text) {
            last = (last << 8) | (one & 0xFF);
            if (turns(last & 0xFFFFFF)) {
                return true;
            }
        }
        return false;
    }

    // Reads exactly so many bytes. A NUL near the beginning makes it binary, as git has it.
    private static boolean marked(InputStream in, long bytes, byte[] piece) throws IOException {
        boolean marked = false;
        boolean binary = false;
        int last = 0; // the three bytes before, to see a character across two pieces
        long at = 0;
        while (at < bytes) {
            int n = in.read(piece, 0, (int) Math.min(PIECE, bytes - at));
            if (n < 0) {
                throw new IOException("git's output ended in the middle of a file");
            }
            for (int i = 0; i < n; i++) {
                last = (last << 8) | (piece[i] & 0xFF);
                marked |= turns(last & 0xFFFFFF);
                binary |= piece[i] == 0 && at + i < SNIFFED;
            }
            at += n;
        }
        return marked && !binary;
    }

    // U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069 and U+061C in UTF-8.
    private static boolean turns(int last) {
        return last == 0xE2808E
                || last == 0xE2808F
                || (last >= 0xE280AA && last <= 0xE280AE)
                || (last >= 0xE281A6 && last <= 0xE281A9)
                || (last & 0xFFFF) == 0xD89C;
    }

    private static long size(String header) throws IOException {
        String[] words = header.split(" ");
        if (words.length != 3 || !words[2].matches("[0-9]{1,18}")) {
            throw new IOException("unexpected output from git: " + SyncFaults.clean(header));
        }
        return Long.parseLong(words[2]);
    }

    private interface Answer {
        void take(String id, long size, InputStream out) throws IOException;
    }

    // Git answers in the order of its input.
    private void batch(Set<String> ids, String how, Answer answer) throws SyncException, InterruptedException {
        if (ids.isEmpty()) {
            return;
        }
        for (String id : ids) {
            RefNames.object(id);
        }
        byte[] lines = (String.join("\n", ids) + "\n").getBytes(StandardCharsets.US_ASCII);
        try (GitProcess process = GitProcess.fed(git, deadline.left(), lines, "cat-file", how, "--buffer");
                InputStream out = new BufferedInputStream(process.out(), PIECE)) {
            for (String id : ids) {
                answer.take(id, size(line(out)), out);
            }
        } catch (IOException e) {
            throw SyncFaults.file("the changed files could not be read", e);
        }
    }

    private static String line(InputStream out) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int one = out.read(); one != '\n'; one = out.read()) {
            if (one < 0 || line.size() > LINE) {
                throw new IOException("git exited early or took too long");
            }
            line.write(one);
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }
}
