package dev.belljar.testing.property;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The numbers from which generators make values: those given, then random ones, or 0 if there is no source of random
/// numbers.
///
/// They are recorded, so that the same values can be generated again, or simpler ones from smaller numbers and fewer
/// list elements.
public final class Choices {
    /// The choices that an element of a list was made from, and the choice of the list's size.
    private record ChoiceElement(int size, int from, int to) {}

    private final long[] given;
    private final @Nullable SplittableRandom random;
    private final List<ChoiceElement> elements = new ArrayList<>();
    private long[] values = new long[64];
    private long[] limits = new long[64];
    private int count;

    private Choices(long[] given, @Nullable SplittableRandom random) {
        this.given = given;
        this.random = random;
    }

    static Choices random(long seed) {
        return new Choices(new long[0], new SplittableRandom(seed));
    }

    static Choices of(long... given) {
        return new Choices(given, null);
    }

    /// A number from 0 to `most`; both are unsigned. The limits and small numbers occur more often than other numbers.
    public long upTo(long most) {
        long value = 0;
        if (count < given.length) {
            value = Long.compareUnsigned(given[count], most) > 0 ? most : given[count];
        } else if (random != null) {
            value = random(random, most);
        }
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
            limits = Arrays.copyOf(limits, 2 * count);
        }
        values[count] = value;
        limits[count++] = most;
        return value;
    }

    private static long random(SplittableRandom random, long most) {
        return switch (random.nextInt(16)) {
            case 0 -> 0;
            case 1 -> most;
            case 2 -> {
                // For numbers below and above 0, the last three choices are the extremes and the one beside them.
                long less = 1L + random.nextInt(2);
                yield Long.compareUnsigned(most, less) < 0 ? 0 : most - less;
            }
            case 3 -> random.nextLong(Long.compareUnsigned(most, 16) < 0 ? most + 1 : 17);
            default -> most == -1 ? random.nextLong() : Long.remainderUnsigned(random.nextLong(), most + 1);
        };
    }

    /// A number between two limits, both included. The number nearest to 0 is the simplest.
    public long between(long min, long max) {
        long origin = Math.clamp(0L, min, max);
        long up = max - origin;
        long down = origin - min;
        long both = Long.compareUnsigned(up, down) < 0 ? up : down;
        long choice = upTo(max - min);
        if (Long.compareUnsigned(choice, 2 * both) <= 0) {
            // 0, 1, -1, 2, -2 …
            long distance = (choice + 1) >>> 1;
            return (choice & 1) == 1 ? origin + distance : origin - distance;
        }
        return up == both ? origin - (choice - both) : origin + (choice - both);
    }

    /// A list of values, each of which `each` makes from these choices.
    public <T extends @Nullable Object> List<T> list(int min, int max, Function<Choices, T> each) {
        int at = count;
        int size = min + (int) upTo((long) max - min);
        List<T> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int from = count;
            list.add(each.apply(this));
            elements.add(new ChoiceElement(at, from, count));
        }
        return list;
    }

    long[] made() {
        return Arrays.copyOf(values, count);
    }

    /// The choices after these, in the order of all possible ones; null after the last.
    long @Nullable [] following() {
        for (int i = count - 1; i >= 0; i--) {
            if (values[i] != limits[i]) {
                long[] next = Arrays.copyOf(values, i + 1);
                next[i]++;
                return next;
            }
        }
        return null;
    }

    /// The number of list elements.
    int elements() {
        return elements.size();
    }

    /// The choices without some elements of a list, starting with an element counted over all lists; null if so many
    /// cannot be removed there.
    long @Nullable [] without(int first, int some) {
        elements.sort(Comparator.comparingInt(ChoiceElement::size).thenComparingInt(ChoiceElement::from));
        if (first + some > elements.size()) {
            return null;
        }
        ChoiceElement from = elements.get(first);
        ChoiceElement to = elements.get(first + some - 1);
        if (from.size() != to.size() || Long.compareUnsigned(values[from.size()], some) < 0) {
            return null;
        }
        long[] fewer = new long[count - (to.to() - from.from())];
        System.arraycopy(values, 0, fewer, 0, from.from());
        System.arraycopy(values, to.to(), fewer, from.from(), count - to.to());
        fewer[from.size()] -= some;
        return fewer;
    }

    /// True if these choices are simpler than others: fewer, or equally many of which the first different one is
    /// smaller.
    boolean simplerThan(Choices other) {
        return count == other.count ? Arrays.compareUnsigned(made(), other.made()) < 0 : count < other.count;
    }
}
