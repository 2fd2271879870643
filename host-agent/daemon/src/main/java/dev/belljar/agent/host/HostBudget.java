package dev.belljar.agent.host;

import java.util.ArrayList;
import java.util.List;

/// An amount of a resource that all sandboxes of this host share, such as bytes of memory or sockets.
///
/// Half of it is divided into parts, one for each share, which no other share can take: so a late share gets its
/// part whatever the others do. The other half is borrowed: a share may borrow as long as it has no more than
/// four times what is then left to borrow. A single share gets four fifths of that half, two get four ninths
/// each, and shares that take and give all the time converge to equal amounts. Borrowed amounts are not taken
/// back: they return when the share gives them.
///
/// Safe for several threads.
public final class HostBudget {
    private static final int TIMES = 4;

    private final long total;
    private final long own;
    private final List<Share> shares = new ArrayList<>();
    private volatile long used;
    /// What the shares have in use beyond their own parts.
    private volatile long borrowed;
    /// The part of each share; smaller than `own` when there are many shares.
    private volatile long part;

    /// A budget of `total`, of which each share has the part `own`, as long as there are few enough shares.
    public HostBudget(long total, long own) {
        if (own < 1 || total < 2 * own) {
            throw new IllegalArgumentException(
                    "a budget of %d with %d per share: expected at least 1 per share and room for two shares"
                            .formatted(total, own));
        }
        this.total = total;
        this.own = own;
        this.part = own;
    }

    /// Opens a new share with nothing in use.
    public synchronized Share open() {
        Share share = new Share();
        shares.add(share);
        divide();
        return share;
    }

    /// What all shares have in use.
    public long used() {
        return used;
    }

    /// The total of the budget.
    public long total() {
        return total;
    }

    private synchronized void divide() {
        part = Math.min(own, total / 2 / Math.max(1, shares.size()));
        long all = 0;
        for (Share share : shares) {
            all += share.borrowed();
        }
        borrowed = all;
    }

    private synchronized boolean take(Share share, long amount) {
        if (share.closed || amount > share.room()) {
            return false;
        }
        change(share, amount);
        return true;
    }

    private synchronized void give(Share share, long amount) {
        if (!share.closed) {
            change(share, -Math.min(amount, share.held));
        }
    }

    private synchronized void change(Share share, long amount) {
        long before = share.borrowed();
        share.held += amount;
        used += amount;
        borrowed += share.borrowed() - before;
    }

    private synchronized void close(Share share) {
        if (!share.closed) {
            share.closed = true;
            shares.remove(share);
            used -= share.held;
            share.held = 0;
            divide();
        }
    }

    /// The share of one sandbox in a budget. Its owner closes it.
    public final class Share implements AutoCloseable {
        private volatile long held;
        private volatile boolean closed;

        private Share() {}

        /// Takes this amount, or nothing.
        ///
        /// @return whether there was enough
        public boolean take(long amount) {
            return HostBudget.this.take(this, amount);
        }

        /// Gives this amount back.
        public void give(long amount) {
            HostBudget.this.give(this, amount);
        }

        /// The amount that could be taken now.
        public long room() {
            long left = TIMES * (total / 2 - borrowed) - borrowed();
            long room = Math.max(0, part - held) + Math.max(0, left) / (TIMES + 1);
            return closed ? 0 : Math.max(0, Math.min(room, total - used));
        }

        /// The amount in use.
        public long used() {
            return held;
        }

        private long borrowed() {
            return Math.max(0, held - part);
        }

        /// Gives everything back; nothing can be taken any more.
        @Override
        public void close() {
            HostBudget.this.close(this);
        }
    }
}
