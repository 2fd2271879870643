package dev.belljar.agent.sync.text;

import java.time.Duration;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.diff.SequenceComparator;

/// Compares lines byte by byte, including the line end, up to a limit: a guest can make files whose comparison takes
/// hours. Not thread-safe.
///
/// The number of comparisons is limited, so that the same texts reach the limit on each computer and under each load.
/// JGit does other work between comparisons, which a time limit bounds.
final class BoundedComparator extends SequenceComparator<RawText> {
    /// About 2 s on an idle computer; ten thousand changes in a file of fifty thousand lines need more.
    static final long MOST = 100_000_000;

    private static final Duration TIME = Duration.ofMinutes(1);
    private static final int STEPS = 1024;

    private final long most;
    private final long end;
    private long steps;

    BoundedComparator() {
        this(MOST, TIME);
    }

    BoundedComparator(long most, Duration time) {
        this.most = most;
        this.end = System.nanoTime() + time.toNanos();
    }

    /// A comparator for texts of which many are compared.
    static BoundedComparator quick() {
        return new BoundedComparator(MOST / 20, Duration.ofSeconds(1));
    }

    /// A limit is reached: that of comparisons, always with the same texts, or that of time.
    static final class ComparisonLimitReached extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final boolean inTime;

        private ComparisonLimitReached(boolean inTime) {
            super("comparing two files takes too long", null, false, false);
            this.inTime = inTime;
        }

        /// True if the time did not matter.
        boolean inTime() {
            return inTime;
        }
    }

    @Override
    public boolean equals(RawText a, int ai, RawText b, int bi) {
        step();
        return RawTextComparator.DEFAULT.equals(a, ai, b, bi);
    }

    @Override
    public int hash(RawText text, int line) {
        step();
        return RawTextComparator.DEFAULT.hash(text, line);
    }

    private void step() {
        if (++steps > most) {
            throw new ComparisonLimitReached(true);
        }
        if (steps % STEPS == 0 && System.nanoTime() - end > 0) {
            throw new ComparisonLimitReached(false);
        }
    }
}
