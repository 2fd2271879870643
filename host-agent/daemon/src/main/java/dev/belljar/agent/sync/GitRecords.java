package dev.belljar.agent.sync;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The NUL-ended records a git prints, read one by one (one char per byte), so that a listing of any size needs no
/// memory. Closing it ends the git.
///
/// A record that is longer than any path can be is cut and marked: the others are still told.
final class GitRecords implements AutoCloseable {
    /// Bytes of a listing that is kept, of which the rest can be left out.
    static final long KEPT = 64L << 20;

    /// Bytes of a listing that is only passed through.
    private static final long PASSED = 2L << 30;

    /// A path, with modes, ids and counts before it.
    private static final int LONGEST = GitPath.LONGEST + 512;

    private static final byte[] NOTHING = new byte[0];

    private final GitProcess git;
    private final InputStream out;
    private final long budget;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int end;
    private long read;
    private boolean cut;

    /// A listing that must be whole.
    GitRecords(GitRunner git, Duration limit, String... words) throws SyncException, InterruptedException {
        this(git, limit, PASSED, NOTHING, words);
    }

    /// A listing of which at most `budget` bytes are read, which `over` then says.
    GitRecords(GitRunner git, Duration limit, long budget, String... words) throws SyncException, InterruptedException {
        this(git, limit, budget, NOTHING, words);
    }

    /// A listing that must be whole, of a git that is fed `input`.
    GitRecords(GitRunner git, Duration limit, byte[] input, String... words)
            throws SyncException, InterruptedException {
        this(git, limit, PASSED, input, words);
    }

    private GitRecords(GitRunner git, Duration limit, long budget, byte[] input, String... words)
            throws SyncException, InterruptedException {
        this.budget = budget;
        this.git = GitProcess.fed(git.config("core.maxTreeDepth=" + GitPath.DEEPEST), limit, input, words);
        this.out = this.git.out();
    }

    /// The next record, or null at the end or when the budget is used up.
    ///
    /// @throws SyncException when git ended badly or took too long, or when more came than can be passed through
    @Nullable
    String next() throws SyncException, InterruptedException {
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        cut = false;
        boolean whole = false;
        try {
            while (!whole && !over() && filled()) {
                whole = take(record);
            }
        } catch (IOException e) {
            throw late() ? GitProcess.tooLate() : SyncFaults.file("reading the output of git", e);
        }
        if (over()) {
            if (budget == PASSED) {
                throw SyncFaults.refused(
                        "a listing of more than %d MiB is too much to review".formatted(PASSED >> 20),
                        "Keep build output out of the project.");
            }
            return null;
        }
        if (record.size() > 0) {
            return record.toString(StandardCharsets.ISO_8859_1);
        }
        ended();
        return null;
    }

    /// True when the last record is only the beginning of what git printed.
    boolean cut() {
        return cut;
    }

    /// True when there is more than the budget allows.
    boolean over() {
        return read > budget;
    }

    /// True when the time was up.
    boolean late() {
        return git.late();
    }

    @Override
    public void close() {
        git.close();
    }

    private boolean filled() throws IOException {
        if (at == end) {
            at = 0;
            end = Math.max(0, out.read(buffer));
            read += end;
        }
        return at < end;
    }

    // True when the record ends in what was read.
    private boolean take(ByteArrayOutputStream record) {
        int from = at;
        while (at < end && buffer[at] != 0) {
            at++;
        }
        int room = LONGEST - record.size();
        record.write(buffer, from, Math.min(room, at - from));
        cut |= at - from > room;
        if (at == end) {
            return false;
        }
        at++;
        return true;
    }

    private void ended() throws SyncException, InterruptedException {
        if (git.exit() != 0) {
            String words = git.said();
            throw words.contains("maximum allowed tree depth")
                    ? SyncFaults.refused(
                            "a folder lies more than %d folders deep".formatted(GitPath.DEEPEST),
                            "Remove it in the machine, then look again.")
                    : new SyncException(
                            SyncException.GIT, "git could not list this: " + SyncFaults.clean(words), null, null);
        }
    }
}
