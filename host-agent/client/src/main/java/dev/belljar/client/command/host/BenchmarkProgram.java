package dev.belljar.client.command.host;

import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import java.io.IOException;
import java.util.List;

/// The benchmarks of `belljar bench`, which are in a separate module on the class path.
public interface BenchmarkProgram {
    /// The names of all groups.
    List<String> groups();

    /// The names of the tools to compare with.
    List<String> rivals();

    /// Runs these groups (all if empty) and prints each figure as soon as it has been measured.
    void run(CommandSession session, List<String> groups, List<String> against, boolean json)
            throws AgentException, IOException, InterruptedException;
}
