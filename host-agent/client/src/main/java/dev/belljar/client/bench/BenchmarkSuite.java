package dev.belljar.client.bench;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Runs groups of benchmarks.
public final class BenchmarkSuite {
    private static final List<Benchmark> ALL = List.of(
            new ColdStart(),
            new WarmStart(),
            new WarmProject(),
            new SnapshotPause(),
            new BranchBenchmark(),
            new ResumeBenchmark(),
            new IdleCopies(),
            new ExecRoundTrip(),
            new TerminalEcho(),
            new TerminalFlood(),
            new ObserveBenchmark(),
            new ObserveCost(),
            new ReviewBenchmark(),
            new NetworkBenchmark(),
            new RouteLatency(),
            new ConfinementCost());

    private BenchmarkSuite() {}

    /// The names of all groups.
    public static List<String> groups() {
        return ALL.stream().map(Benchmark::group).distinct().toList();
    }

    /// The names of all rivals.
    public static List<String> rivals() {
        return Stream.concat(RivalProgram.names().stream(), Stream.of("ssh")).toList();
    }

    /// Runs these groups (all if empty) and reports each figure as soon as it is known.
    public static void run(
            AgentClient agent, List<String> groups, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        for (Benchmark benchmark : ALL) {
            if (groups.isEmpty() || groups.contains(benchmark.group())) {
                benchmark.run(agent, against, report);
            }
        }
    }
}
