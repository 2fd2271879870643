package dev.belljar.client.bench;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.request.ExecCommand;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// `cold.create_to_exec`: from asking for a sandbox to the first command answered, with nothing prepared but
/// the image.
final class ColdStart implements Benchmark {
    private static final int ROUNDS = 3;

    @Override
    public String group() {
        return "cold";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<Measure> told)
            throws AgentException, IOException, InterruptedException {
        double[] millis = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long begun = System.nanoTime();
            try (BenchMachine machine = BenchMachine.start(agent)) {
                machine.exec(ExecCommand.of("/bin/true"));
                millis[round] = (System.nanoTime() - begun) / 1e6;
            }
        }
        told.accept(Measure.of("cold.create_to_exec", "ms", millis));
    }
}
