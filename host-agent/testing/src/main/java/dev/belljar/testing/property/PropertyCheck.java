package dev.belljar.testing.property;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Calls a test with generated values until one call fails, and reduces the values of that call.
final class PropertyCheck {
    /// The test.
    interface PropertyBody {
        // Whatever a test throws is its failure.
        void run(List<@Nullable Object> values) throws Throwable;
    }

    private final List<? extends Generator<?>> parameters;
    private final PropertyBody body;

    PropertyCheck(List<? extends Generator<?>> parameters, PropertyBody body) {
        this.parameters = parameters;
        this.body = body;
    }

    /// Calls the test this many times, first with the values of the seed.
    ///
    /// @throws PropertyFailure when a try fails
    void check(int tries, long seed) {
        List<long[]> all = all(tries);
        int count = all == null ? tries : all.size();
        for (int i = 0; i < count; i++) {
            FailedTry first = failure(all == null ? Choices.random(seed + i) : Choices.of(all.get(i)));
            if (first != null) {
                FailedTry simplest = new Shrinker(this::failure, first).simplest();
                throw new PropertyFailure(
                        "try %d of %d".formatted(i + 1, count), all == null ? seed + i : null, first, simplest);
            }
        }
    }

    /// All choices from which the parameters can be made, or null if there are more than this number.
    private @Nullable List<long[]> all(int most) {
        List<long[]> all = new ArrayList<>();
        long[] next = {};
        while (next != null) {
            if (all.size() == most) {
                return null;
            }
            Choices choices = Choices.of(next);
            values(choices);
            all.add(choices.made());
            next = choices.following();
        }
        return all;
    }

    private List<@Nullable Object> values(Choices choices) {
        List<@Nullable Object> values = new ArrayList<>();
        parameters.forEach(parameter -> values.add(parameter.next(choices)));
        return values;
    }

    /// Runs the test once with the values made from these choices; null when it succeeds.
    private @Nullable FailedTry failure(Choices choices) {
        List<@Nullable Object> values = values(choices);
        try {
            body.run(values);
            return null;
        } catch (Throwable e) {
            // The test may have changed the arrays among its values.
            return new FailedTry(choices, values(Choices.of(choices.made())), e);
        }
    }
}
