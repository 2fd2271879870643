package dev.belljar.client.bench;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.request.ExecCommand;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// `exec.roundtrip`: `true` in a running machine, asked for over the API; beside it, `ssh` into the same
/// machine over the same link.
final class ExecRoundTrip implements Benchmark {
    private static final int WARM_UP = 10;
    private static final int ROUNDS = 100;
    private static final int RIVAL_ROUNDS = 5;

    @Override
    public String group() {
        return "exec";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<Measure> told)
            throws AgentException, IOException, InterruptedException {
        try (BenchMachine machine = BenchMachine.start(agent)) {
            double[] millis = new double[ROUNDS];
            for (int round = -WARM_UP; round < ROUNDS; round++) {
                long begun = System.nanoTime();
                machine.exec(ExecCommand.of("/bin/true"));
                if (round >= 0) {
                    millis[round] = (System.nanoTime() - begun) / 1e6;
                }
            }
            Measure measure = Measure.of("exec.roundtrip", "ms", millis);
            if (against.contains("ssh")) {
                try (SshRival ssh = SshRival.prepare(machine)) {
                    measure = measure.against("ssh", ssh.roundTrips(RIVAL_ROUNDS));
                }
            }
            told.accept(measure);
        }
    }
}
