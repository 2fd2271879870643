package offenders.agent.sync;

/// Breaks the rule that only the host package starts programs.
public final class StartsPrograms {
    Process start() throws java.io.IOException {
        return new ProcessBuilder("true").start();
    }
}
