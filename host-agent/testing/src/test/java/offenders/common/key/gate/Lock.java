package offenders.common.key.gate;

import offenders.common.key.Key;
import org.jspecify.annotations.Nullable;

/// Breaks the rule against cycles within a package: is needed by what this needs.
public record Lock(@Nullable Key key) {}
