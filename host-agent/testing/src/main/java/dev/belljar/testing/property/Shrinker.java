package dev.belljar.testing.property;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Looks for the simplest values with which a test fails in the same way: with fewer list elements and smaller numbers.
final class Shrinker {
    private static final int MOST_RUNS = 3_000;
    private static final long MOST_NANOS = 20_000_000_000L;

    private final Function<Choices, @Nullable FailedTry> test;
    private final long started = System.nanoTime();
    private FailedTry simplest;
    private int runs;

    Shrinker(Function<Choices, @Nullable FailedTry> test, FailedTry first) {
        this.test = test;
        this.simplest = first;
    }

    FailedTry simplest() {
        boolean again = true;
        while (again) {
            boolean fewer = removeElements();
            again = lowerNumbers() || fewer;
        }
        return simplest;
    }

    private boolean removeElements() {
        boolean any = false;
        for (int some = simplest.choices().elements(); some > 0; some /= 2) {
            int at = 0;
            while (at < simplest.choices().elements()) {
                if (fails(simplest.choices().without(at, some))) {
                    any = true;
                } else {
                    at += some;
                }
            }
        }
        return any;
    }

    private boolean lowerNumbers() {
        boolean any = false;
        for (int i = 0; i < simplest.choices().made().length; i++) {
            // The smallest number that fails, if all greater ones do.
            long least = 0;
            long most = simplest.choices().made()[i];
            while (least != most && i < simplest.choices().made().length) {
                long middle = least + ((most - least) >>> 1);
                if (fails(with(i, middle))) {
                    any = true;
                    most = middle;
                } else {
                    least = middle + 1;
                }
            }
        }
        return any;
    }

    private long[] with(int index, long value) {
        long[] changed = simplest.choices().made();
        changed[index] = value;
        return changed;
    }

    private boolean fails(long @Nullable [] choices) {
        if (choices == null || runs == MOST_RUNS || System.nanoTime() - started > MOST_NANOS) {
            return false;
        }
        runs++;
        FailedTry failure = test.apply(Choices.of(choices));
        if (failure == null
                || failure.thrown().getClass() != simplest.thrown().getClass()
                || !failure.choices().simplerThan(simplest.choices())) {
            return false;
        }
        simplest = failure;
        return true;
    }
}
