package offenders.common.key;

import offenders.common.key.gate.Lock;

/// Breaks the rule against cycles within a package: needs the gate, which needs this.
public record Key(Lock lock) {}
