package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkAgent;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.RivalProgram;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Measures `warm.create_to_exec`: from the request for a sandbox to the end of its first command, with the
/// template and without a pool, compared with `true` in the rivals in the same run. `warm.create_to_exec_pool`
/// is the same with a machine in the pool.
///
/// The parts of the time: `.machine` is QEMU's start and the load of the saved state, `.guest` until the guest
/// agent answers, `.identity` until the machine has its identity, `.rest` the remainder: the records, the API,
/// and the command.
public final class WarmStart implements Benchmark {
    private static final String BENCH = "warm.create_to_exec";
    private static final int WARM_UP = 3;
    private static final int ROUNDS = 12;
    /// The time in milliseconds after which the warm pool is full again.
    private static final long REFILL_MILLIS = 2_500;
    private static final List<String> PARTS = List.of("machine", "guest", "identity");

    @Override
    public String group() {
        return "warm";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        try (BenchmarkAgent alone = BenchmarkAgent.withPool(0)) {
            RoundTimes rounds = rounds(alone.client(), 0);
            BenchmarkFigure.of(BENCH, "ms", rounds.total).tell(RivalProgram.present(against), report);
            rounds.tell(BENCH, report);
        }
        try (BenchmarkAgent pooled = BenchmarkAgent.withPool(1)) {
            RoundTimes rounds = rounds(pooled.client(), REFILL_MILLIS);
            report.accept(BenchmarkFigure.of(BENCH + "_pool", "ms", rounds.total));
            rounds.tell(BENCH + "_pool", report);
        }
    }

    private static RoundTimes rounds(AgentClient agent, long pauseMillis)
            throws AgentException, IOException, InterruptedException {
        RoundTimes rounds = new RoundTimes();
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            Thread.sleep(pauseMillis);
            long begun = System.nanoTime();
            try (BenchMachine machine = BenchMachine.begin(agent)) {
                machine.firstExec();
                double total = (System.nanoTime() - begun) / 1e6;
                machine.awaitRunning();
                if (round >= 0) {
                    rounds.took(round, total, machine);
                }
            }
        }
        return rounds;
    }

    /// The times of all rounds and their parts.
    private static final class RoundTimes {
        private final double[] total = new double[ROUNDS];
        private final double[] rest = new double[ROUNDS];
        private final Map<String, double[]> parts = new LinkedHashMap<>();

        void took(int round, double millis, BenchMachine machine) throws AgentException, InterruptedException {
            total[round] = millis;
            rest[round] = millis;
            for (String part : PARTS) {
                double took = machine.took(part);
                parts.computeIfAbsent(part, name -> new double[ROUNDS])[round] = took;
                rest[round] -= took;
            }
        }

        void tell(String bench, Consumer<BenchmarkFigure> report) {
            parts.forEach((part, millis) -> report.accept(BenchmarkFigure.of(bench + "." + part, "ms", millis)));
            report.accept(BenchmarkFigure.of(bench + ".rest", "ms", rest));
        }
    }
}
