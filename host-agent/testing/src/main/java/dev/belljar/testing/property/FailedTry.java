package dev.belljar.testing.property;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A failed call of a test: the choices of its values, the values, and what it threw.
record FailedTry(Choices choices, List<@Nullable Object> values, Throwable thrown) {}
