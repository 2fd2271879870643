package offenders.agent.index;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// Breaks the rule against statics with state.
public final class KeepsMap {
    static final ConcurrentMap<String, String> ALL = new ConcurrentHashMap<>();

    private KeepsMap() {}
}
