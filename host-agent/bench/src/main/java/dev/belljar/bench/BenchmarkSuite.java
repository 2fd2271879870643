package dev.belljar.bench;

import dev.belljar.bench.group.BranchBenchmark;
import dev.belljar.bench.group.ColdStart;
import dev.belljar.bench.group.ConfinementCost;
import dev.belljar.bench.group.ExecRoundTrip;
import dev.belljar.bench.group.IdleCopies;
import dev.belljar.bench.group.ImportBenchmark;
import dev.belljar.bench.group.NetworkBenchmark;
import dev.belljar.bench.group.ObserveBenchmark;
import dev.belljar.bench.group.ObserveCost;
import dev.belljar.bench.group.ResumeBenchmark;
import dev.belljar.bench.group.ReviewBenchmark;
import dev.belljar.bench.group.ReviewScreen;
import dev.belljar.bench.group.RouteLatency;
import dev.belljar.bench.group.SnapshotPause;
import dev.belljar.bench.group.SyncBenchmark;
import dev.belljar.bench.group.TemplateBenchmark;
import dev.belljar.bench.group.TerminalEcho;
import dev.belljar.bench.group.TerminalFlood;
import dev.belljar.bench.group.TimelineBenchmark;
import dev.belljar.bench.group.WarmProject;
import dev.belljar.bench.group.WarmStart;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.RivalProgram;
import dev.belljar.client.AgentException;
import dev.belljar.client.command.host.BenchmarkProgram;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.codec.ContractJson;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/// The benchmarks, which `belljar bench` loads as a service.
public final class BenchmarkSuite implements BenchmarkProgram {
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
            new ReviewScreen(),
            new TimelineBenchmark(),
            new SyncBenchmark(),
            new TemplateBenchmark(),
            new ImportBenchmark(),
            new NetworkBenchmark(),
            new RouteLatency(),
            new ConfinementCost());

    @Override
    public List<String> groups() {
        return ALL.stream().map(Benchmark::group).distinct().toList();
    }

    @Override
    public List<String> rivals() {
        return Stream.concat(RivalProgram.names().stream(), Stream.of("ssh")).toList();
    }

    @Override
    public void run(CommandSession session, List<String> groups, List<String> against, boolean json)
            throws AgentException, IOException, InterruptedException {
        for (Benchmark benchmark : ALL) {
            if (groups.isEmpty() || groups.contains(benchmark.group())) {
                benchmark.run(
                        session.agent(),
                        against,
                        figure -> session.out().println(json ? ContractJson.line(figure.fields()) : figure.words()));
            }
        }
    }
}
