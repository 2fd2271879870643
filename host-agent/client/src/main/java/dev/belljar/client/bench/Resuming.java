package dev.belljar.client.bench;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.sandbox.SandboxState;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// `resume.hot`: from asking for the start of a machine that hibernates to a command answered in it.
final class Resuming implements Benchmark {
    private static final int WARM_UP = 2;
    private static final int ROUNDS = 12;

    @Override
    public String group() {
        return "resume";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<Measure> told)
            throws AgentException, IOException, InterruptedException {
        double[] millis = new double[ROUNDS];
        try (BenchMachine machine = BenchMachine.start(agent)) {
            for (int round = -WARM_UP; round < ROUNDS; round++) {
                agent.stop(machine.id(), true);
                machine.await(SandboxState.STOPPED);
                long begun = System.nanoTime();
                agent.start(machine.id());
                machine.firstExec();
                if (round >= 0) {
                    millis[round] = (System.nanoTime() - begun) / 1e6;
                }
                machine.awaitRunning();
            }
        }
        told.accept(Measure.of("resume.hot", "ms", millis));
    }
}
