package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkAgent;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// Measures `cold.create_to_exec`: from the request for a sandbox to the end of its first command, with a boot:
/// on a separate host agent without templates or pool, with only the image prepared.
public final class ColdStart implements Benchmark {
    private static final int ROUNDS = 7;

    @Override
    public String group() {
        return "cold";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        double[] millis = new double[ROUNDS];
        try (BenchmarkAgent alone = BenchmarkAgent.cold()) {
            for (int round = -1; round < ROUNDS; round++) {
                long begun = System.nanoTime();
                try (BenchMachine machine = BenchMachine.start(alone.client())) {
                    machine.exec(ExecCommand.of("/bin/true"));
                    if (round >= 0) {
                        millis[round] = (System.nanoTime() - begun) / 1e6;
                    }
                }
            }
        }
        report.accept(BenchmarkFigure.of("cold.create_to_exec", "ms", millis));
    }
}
