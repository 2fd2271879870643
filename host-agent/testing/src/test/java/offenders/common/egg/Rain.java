package offenders.common.egg;

import org.jspecify.annotations.Nullable;

/// Breaks the rule against types that need each other: the next one is `River`.
public record Rain(@Nullable River next) {}
