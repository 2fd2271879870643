package offenders.agent.image;

import org.jspecify.annotations.Nullable;

/// Breaks the rule that at most three types need each other: the next one is `Rain`.
public record Cloud(@Nullable Rain next) {}
