package dev.belljar.bench.rig;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// A benchmark, which measures a group of figures.
public interface Benchmark {
    /// The name of the group on the command line.
    String group();

    /// Measures the figures and reports each as soon as it is known; `against` names the requested rivals.
    void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException;
}
