package offenders.agent.sync;

import offenders.agent.sync.gate.Lock;

/// Breaks the rule against cycles within a package: needs the gate, which needs this.
public record Key(Lock lock) {}
