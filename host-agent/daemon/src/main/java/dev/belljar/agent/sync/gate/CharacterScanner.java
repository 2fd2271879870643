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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Scans files for invisible characters and characters that change the direction of text, with which source code can
/// look different from what it does.
///
/// Two git processes serve all files of a review: one reports their sizes, one prints them, and its output is
/// read in pieces. The smallest files come first, up to a total that takes seconds; the rest is reported as not
/// scanned. A file that was scanned before, for other changes of the same review, is not read again: its id stands for
/// its content. Not thread-safe.
public final class CharacterScanner {
    private static final long LARGEST = 16 << 20;
    private static final long SUM = 128 << 20;
    private static final int PIECE = 1 << 16;
    private static final int SNIFFED = 8000;
    private static final int LINE = 200;

    private final GitRunner git;
    private final OperationDeadline deadline;
    private final Map<String, Long> sizes = new HashMap<>();
    private final Map<String, Finding> scanned = new HashMap<>();

    /// A scanner that reads the files with this git.
    public CharacterScanner(GitRunner git, OperationDeadline deadline) {
        this.git = git;
        this.deadline = deadline;
    }

    /// What was found in a file: the first such character, 0 if there is none, as in a binary file, or [#UNREAD].
    record Finding(int character) {
        static final Finding UNREAD = new Finding(-1);
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
        chosen.forEach(id -> found.put(id, Objects.requireNonNull(scanned.get(id))));
        found.values().removeIf(each -> each.character() == 0);
        return found;
    }

    private void measure(Set<String> ids) throws SyncException, InterruptedException {
        Set<String> unknown = new LinkedHashSet<>(ids);
        unknown.removeAll(sizes.keySet());
        batch(unknown, "--batch-check", (id, size, out) -> sizes.put(id, size));
    }

    private void read(Set<String> ids) throws SyncException, InterruptedException {
        Set<String> unknown = new LinkedHashSet<>(ids);
        unknown.removeAll(scanned.keySet());
        byte[] piece = new byte[PIECE];
        batch(unknown, "--batch", (id, size, out) -> {
            scanned.put(id, new Finding(first(out, size, piece)));
            if (out.read() != '\n') {
                throw new IOException("git's output has no newline after a file");
            }
        });
    }

    // Reads exactly so many bytes. A NUL near the beginning makes it binary, as git has it.
    private static int first(InputStream in, long bytes, byte[] piece) throws IOException {
        DeceptiveCharacters characters = new DeceptiveCharacters();
        boolean binary = false;
        long at = 0;
        while (at < bytes) {
            int n = in.read(piece, 0, (int) Math.min(PIECE, bytes - at));
            if (n < 0) {
                throw new IOException("git's output ended in the middle of a file");
            }
            for (int i = 0; i < n; i++) {
                characters.add(piece[i]);
                binary |= piece[i] == 0 && at + i < SNIFFED;
            }
            at += n;
        }
        return binary ? 0 : characters.found();
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
