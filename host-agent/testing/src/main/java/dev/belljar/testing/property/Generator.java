package dev.belljar.testing.property;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Makes values from choices: the same value from the same choices, and simpler values from smaller choices.
@FunctionalInterface
public interface Generator<T extends @Nullable Object> {
    T next(Choices choices);

    default <R extends @Nullable Object> Generator<R> map(Function<? super T, ? extends R> change) {
        return choices -> change.apply(next(choices));
    }

    /// Lists of at most this many of these values.
    default Generator<List<T>> list(int most) {
        return choices -> choices.list(0, most, this::next);
    }

    /// Null in about this many of ten cases, otherwise one of these values.
    default Generator<@Nullable T> orNull(int tenths) {
        return choices -> choices.upTo(9) < tenths ? null : next(choices);
    }
}
