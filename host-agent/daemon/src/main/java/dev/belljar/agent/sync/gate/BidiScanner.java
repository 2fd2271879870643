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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// Scans files for characters that change the direction of text, with which source code can look different from
/// what it does.
///
/// Two git processes serve all files of a review: one reports their sizes, one prints them, and its output is
/// read in pieces. The smallest files come first, up to a total that takes seconds; the rest is reported as not
/// scanned.
final class BidiScanner {
    private static final long LARGEST = 16 << 20;
    private static final long SUM = 128 << 20;
    private static final int PIECE = 1 << 16;
    private static final int SNIFFED = 8000;
    private static final int LINE = 200;

    private BidiScanner() {}

    /// The findings about a file; a binary file and one without such characters have none.
    enum Finding {
        MARKED,
        UNREAD
    }

    private record Sized(String id, long bytes) {}

    /// The findings for the files with these ids.
    static Map<String, Finding> scan(GitRunner git, OperationDeadline deadline, Collection<String> ids)
            throws SyncException, InterruptedException {
        Map<String, Finding> found = new HashMap<>();
        List<Sized> sized = new ArrayList<>();
        batch(git, deadline.left(), ids, "--batch-check", (header, out) -> sized.add(sized(header)));
        sized.sort(Comparator.comparingLong(Sized::bytes));
        List<String> chosen = new ArrayList<>();
        long sum = 0;
        for (Sized each : sized) {
            sum += each.bytes();
            if (each.bytes() > LARGEST || sum > SUM) {
                found.put(each.id(), Finding.UNREAD);
            } else {
                chosen.add(each.id());
            }
        }
        batch(git, deadline.left(), chosen, "--batch", (header, out) -> {
            Sized each = sized(header);
            if (marked(out, each.bytes())) {
                found.put(each.id(), Finding.MARKED);
            }
            if (out.read() != '\n') {
                throw new IOException("git's output has no newline after a file");
            }
        });
        return found;
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
    private static boolean marked(InputStream in, long bytes) throws IOException {
        boolean marked = false;
        boolean binary = false;
        int last = 0; // the three bytes before, to see a character across two pieces
        long at = 0;
        byte[] piece = new byte[PIECE];
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

    private static Sized sized(String header) throws IOException {
        String[] words = header.split(" ");
        if (words.length != 3 || !words[2].matches("[0-9]{1,18}")) {
            throw new IOException("unexpected output from git: " + SyncFaults.clean(header));
        }
        return new Sized(words[0], Long.parseLong(words[2]));
    }

    private interface Answer {
        void take(String header, InputStream out) throws IOException;
    }

    private static void batch(GitRunner git, Duration limit, Collection<String> ids, String how, Answer answer)
            throws SyncException, InterruptedException {
        if (ids.isEmpty()) {
            return;
        }
        List<String> once = new ArrayList<>(new LinkedHashSet<>(ids));
        for (String id : once) {
            RefNames.object(id);
        }
        byte[] lines = (String.join("\n", once) + "\n").getBytes(StandardCharsets.US_ASCII);
        try (GitProcess process = GitProcess.fed(git, limit, lines, "cat-file", how, "--buffer");
                InputStream out = new BufferedInputStream(process.out(), PIECE)) {
            for (int i = 0; i < once.size(); i++) {
                answer.take(line(out), out);
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
