package dev.belljar.client.bench;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// One group of figures.
interface Benchmark {
    /// The word that chooses it on the command line.
    String group();

    /// Measures, and tells each figure as soon as it is there; `against` names the rivals asked for.
    void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> told)
            throws AgentException, IOException, InterruptedException;
}
