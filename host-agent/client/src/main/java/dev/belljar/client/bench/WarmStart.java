package dev.belljar.client.bench;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// `warm.create_to_exec`: from asking for a sandbox to its first command answered, with the template there and no
/// pool; beside it `true` in the rivals, in the same run. `warm.create_to_exec_pool` is the same with a machine
/// waiting.
///
/// Then where the time goes: `.machine` is QEMU's start and the load of the saved state, `.guest` until the guest
/// agent answers, `.identity` until the machine is itself, `.rest` what is left: the records, the API, and the
/// command.
final class WarmStart implements Benchmark {
    private static final String BENCH = "warm.create_to_exec";
    private static final int WARM_UP = 3;
    private static final int ROUNDS = 12;
    /// Long enough for the next machine of the pool to stand ready.
    private static final long REFILL_MILLIS = 2_500;
    private static final List<String> PARTS = List.of("machine", "guest", "identity");

    @Override
    public String group() {
        return "warm";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> told)
            throws AgentException, IOException, InterruptedException {
        try (BenchmarkAgent alone = BenchmarkAgent.withPool(0)) {
            Rounds rounds = rounds(alone.client(), 0);
            BenchmarkFigure.of(BENCH, "ms", rounds.total).tell(RivalProgram.present(against), told);
            rounds.tell(BENCH, told);
        }
        try (BenchmarkAgent pooled = BenchmarkAgent.withPool(1)) {
            Rounds rounds = rounds(pooled.client(), REFILL_MILLIS);
            told.accept(BenchmarkFigure.of(BENCH + "_pool", "ms", rounds.total));
            rounds.tell(BENCH + "_pool", told);
        }
    }

    private static Rounds rounds(AgentClient agent, long pauseMillis)
            throws AgentException, IOException, InterruptedException {
        Rounds rounds = new Rounds();
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

    /// What each round took, and its parts.
    private static final class Rounds {
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

        void tell(String bench, Consumer<BenchmarkFigure> told) {
            parts.forEach((part, millis) -> told.accept(BenchmarkFigure.of(bench + "." + part, "ms", millis)));
            told.accept(BenchmarkFigure.of(bench + ".rest", "ms", rest));
        }
    }
}
