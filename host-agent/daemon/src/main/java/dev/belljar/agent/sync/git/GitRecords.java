package dev.belljar.agent.sync.git;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Reads the NUL-terminated records that a git prints one by one (one char per byte), so that a listing of any
/// size needs little memory. Closing it ends git.
///
/// A record that is longer than any path is cut and marked; the following ones are still read.
public final class GitRecords implements AutoCloseable {
    /// Maximum bytes of a listing that is stored and may be truncated.
    public static final long KEPT = 64L << 20;

    /// Maximum bytes of a listing that is only processed.
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

    /// A listing that must be complete.
    public GitRecords(GitRunner git, Duration limit, String... words) throws SyncException, InterruptedException {
        this(git, limit, PASSED, NOTHING, words);
    }

    /// A listing of which at most `budget` bytes are read; `over` tells whether there was more.
    public GitRecords(GitRunner git, Duration limit, long budget, String... words)
            throws SyncException, InterruptedException {
        this(git, limit, budget, NOTHING, words);
    }

    /// A listing that must be complete, of a git with `input` as its input.
    public GitRecords(GitRunner git, Duration limit, byte[] input, String... words)
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
    /// @throws SyncException when git failed or took too long, or when the listing is too long
    @Nullable
    public String next() throws SyncException, InterruptedException {
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        cut = false;
        boolean whole = false;
        try {
            while (!whole && !over() && filled()) {
                whole = take(record);
            }
        } catch (IOException e) {
            throw late() ? GitProcess.tooLate() : SyncFaults.file("git's output could not be read", e);
        }
        if (over()) {
            if (budget == PASSED) {
                throw SyncFaults.refused(
                        "the list of files exceeds %d MiB, which is too large to review".formatted(PASSED >> 20),
                        "Add build output to .gitignore.");
            }
            return null;
        }
        if (record.size() > 0) {
            return record.toString(StandardCharsets.ISO_8859_1);
        }
        ended();
        return null;
    }

    /// True if the last record was cut.
    public boolean cut() {
        return cut;
    }

    /// True if the listing is longer than the budget.
    boolean over() {
        return read > budget;
    }

    /// True if the deadline has passed.
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

    // True if the record ends within the bytes read.
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
                            "a folder is more than %d levels deep".formatted(GitPath.DEEPEST),
                            "Remove that folder in the sandbox, then try again.")
                    : new SyncException(
                            SyncException.GIT, "git could not list the files: " + SyncFaults.clean(words), null, null);
        }
    }
}
