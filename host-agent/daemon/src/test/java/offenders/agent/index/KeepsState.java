package offenders.agent.index;

/// Breaks the rule against mutable statics.
public final class KeepsState {
    static int count;

    private KeepsState() {}
}
