package dev.belljar.agent.autosync;

import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;

/// Decides when the work of one sandbox is fetched. All times are milliseconds of a monotonic clock.
///
/// A guest chooses how often something happens in it, so three limits keep its cost down: a few fetches may follow
/// each other at once, then one is permitted in each `REFILL`; after a fetch, at least `COST` times its duration
/// passes, so that a large project does not occupy the computer; and after failures, the time doubles. A fetch that
/// failed is repeated a limited number of times, and again when something else is written. Nothing is due in a guest
/// in which nothing happens. Not thread-safe.
final class FetchSchedule {
    /// The time of something that is not due.
    static final long NEVER = Long.MAX_VALUE;

    /// How long after the first sign of a commit its work is fetched: a commit writes several files.
    static final long SETTLE = 200;

    /// How many fetches may follow each other without a pause.
    static final int BURST = 20;

    /// After that, one fetch is permitted in this time.
    static final long REFILL = 15_000;

    static final int COST = 2;
    static final long MOST_PAUSE = 30_000;
    static final long FIRST_RETRY = 5_000;
    static final long MOST_RETRY = 600_000;

    /// How often a fetch is repeated if nothing else is written.
    static final int RETRIES = 12;

    /// How soon a fetch that is due, but not possible now, is considered again.
    static final long LOOK = 5_000;

    private static final int MOST_DOUBLINGS = 10;
    private static final long SECOND = 1_000;

    private long due = NEVER;
    private long paused = Long.MIN_VALUE;
    /// When all permits of `BURST` are available again.
    private long full = Long.MIN_VALUE;
    private long began;
    private int failures;

    /// Something was written; `commit` says whether it may have been a commit.
    void changed(long now, boolean commit, SyncSettings settings) {
        if (settings.mode() == SyncMode.AUTO_IDLE) {
            due = now + settings.idleSeconds() * SECOND;
        } else if (settings.mode() == SyncMode.AUTO_COMMIT && commit && due == NEVER) {
            due = now + SETTLE;
        }
    }

    /// The settings changed; `changed` says whether something was written since the last fetch. It is not known
    /// whether that was a commit.
    void set(long now, boolean changed, SyncSettings settings) {
        due = NEVER;
        if (changed) {
            changed(now, true, settings);
        }
    }

    /// When a fetch is due.
    long due() {
        return due == NEVER ? NEVER : Math.max(Math.max(due, paused), earliest());
    }

    private long earliest() {
        return full == Long.MIN_VALUE ? Long.MIN_VALUE : full - (BURST - 1) * REFILL;
    }

    /// A fetch begins, with everything that was written before.
    void begin(long now) {
        due = NEVER;
        began = now;
        full = Math.max(full, now) + REFILL;
    }

    /// The fetch ended. One that failed is repeated, if the settings still say that work is fetched by itself.
    void end(long now, boolean done, SyncSettings settings) {
        failures = done ? 0 : failures + 1;
        paused = now
                + (done
                        ? Math.min(COST * (now - began), MOST_PAUSE)
                        : Math.min(FIRST_RETRY << Math.min(failures - 1, MOST_DOUBLINGS), MOST_RETRY));
        if (!done && due == NEVER && failures <= RETRIES && settings.mode() != SyncMode.MANUAL) {
            due = now;
        }
    }

    /// True if the last fetch failed.
    boolean repeats() {
        return failures > 0;
    }

    /// The fetch that is due is not possible now.
    void postpone(long now) {
        due = now + LOOK;
    }

    /// Nothing is due until something else is written.
    void drop() {
        due = NEVER;
    }
}
