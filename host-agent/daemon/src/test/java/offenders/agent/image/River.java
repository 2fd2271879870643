package offenders.agent.image;

import org.jspecify.annotations.Nullable;

/// Breaks the rule that at most three types need each other: the next one is `Sea`.
public record River(@Nullable Sea next) {}
