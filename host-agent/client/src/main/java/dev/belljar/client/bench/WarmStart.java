package dev.belljar.client.bench;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// `warm.create_to_exec`: from asking for a sandbox to its first command answered, with the template there;
/// beside it
/// `true` in the rivals, in the same run. Then where the time goes.
///
/// `.machine` is QEMU's start and the load of the saved state, `.guest` until the guest agent answers,
/// `.identity`
/// until the machine is itself, `.rest` what is left: the records, the API, and the command.
final class WarmStart implements Benchmark {
    private static final String BENCH = "warm.create_to_exec";
    private static final int WARM_UP = 3;
    private static final int ROUNDS = 12;
    private static final List<String> PARTS = List.of("machine", "guest", "identity");

    @Override
    public String group() {
        return "warm";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<Measure> told)
            throws AgentException, IOException, InterruptedException {
        List<Rival> rivals = Rival.present(against);
        double[] millis = new double[ROUNDS];
        List<double[]> parts = new ArrayList<>();
        PARTS.forEach(part -> parts.add(new double[ROUNDS]));
        double[] rest = new double[ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            long begun = System.nanoTime();
            try (BenchMachine machine = BenchMachine.begin(agent)) {
                machine.firstExec();
                double total = (System.nanoTime() - begun) / 1e6;
                machine.awaitRunning();
                if (round >= 0) {
                    millis[round] = total;
                    rest[round] = total;
                    for (int part = 0; part < PARTS.size(); part++) {
                        parts.get(part)[round] = machine.took(PARTS.get(part));
                        rest[round] -= parts.get(part)[round];
                    }
                }
            }
        }
        Measure.of(BENCH, "ms", millis).tell(rivals, told);
        for (int part = 0; part < PARTS.size(); part++) {
            told.accept(Measure.of(BENCH + "." + PARTS.get(part), "ms", parts.get(part)));
        }
        told.accept(Measure.of(BENCH + ".rest", "ms", rest));
    }
}
