package dev.belljar.agent.sync.text;

import java.time.Duration;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.diff.SequenceComparator;

/// Compares lines byte by byte, including the line end, until a deadline: a guest can make files whose comparison
/// takes hours. Not thread-safe.
final class TimedComparator extends SequenceComparator<RawText> {
    private static final int STEPS = 1024;

    private final long end;
    private int steps;

    TimedComparator(Duration limit) {
        this.end = System.nanoTime() + limit.toNanos();
    }

    /// The deadline has passed.
    static final class DeadlinePassed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private DeadlinePassed() {
            super("comparing two files takes too long", null, false, false);
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
        if (++steps % STEPS == 0 && System.nanoTime() - end > 0) {
            throw new DeadlinePassed();
        }
    }
}
