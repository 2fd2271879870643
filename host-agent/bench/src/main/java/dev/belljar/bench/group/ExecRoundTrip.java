package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.HostCommand;
import dev.belljar.bench.rig.SshRival;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// Measures `exec.roundtrip`: `true` in a running machine over the API, compared with `ssh` over an open
/// connection; and `exec.command`: the command `belljar exec` from start to end, compared with a new `ssh`. The
/// rival's machine is the same one started by hand, without Belljar.
public final class ExecRoundTrip implements Benchmark {
    private static final int WARM_UP = 10;
    private static final int ROUNDS = 100;
    private static final int COMMANDS = 15;

    @Override
    public String group() {
        return "exec";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        try (BenchMachine machine = BenchMachine.start(agent)) {
            BenchmarkFigure calls = BenchmarkFigure.of("exec.roundtrip", "ms", calls(machine));
            BenchmarkFigure commands = BenchmarkFigure.of("exec.command", "ms", commands(machine));
            if (against.contains("ssh")) {
                try (SshRival ssh = SshRival.prepare(machine)) {
                    calls = calls.against("ssh, kept open", ssh.sharedRoundTrips(ROUNDS));
                    commands = commands.against("ssh", ssh.roundTrips(COMMANDS));
                }
            }
            report.accept(calls);
            report.accept(commands);
        }
    }

    private static double[] calls(BenchMachine machine) throws AgentException, InterruptedException {
        double[] millis = new double[ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            long begun = System.nanoTime();
            machine.exec(ExecCommand.of("/bin/true"));
            if (round >= 0) {
                millis[round] = (System.nanoTime() - begun) / 1e6;
            }
        }
        return millis;
    }

    private static double[] commands(BenchMachine machine) throws AgentException, IOException, InterruptedException {
        String launcher = System.getenv("BELLJAR_LAUNCHER");
        if (launcher == null) {
            throw BenchMachine.failed(
                    "BELLJAR_LAUNCHER is not set: the benchmark `exec.command` needs the `belljar` launcher");
        }
        double[] millis = new double[COMMANDS];
        for (int round = -1; round < COMMANDS; round++) {
            long begun = System.nanoTime();
            HostCommand.run(List.of(launcher, "exec", machine.id(), "--", "/bin/true"));
            if (round >= 0) {
                millis[round] = (System.nanoTime() - begun) / 1e6;
            }
        }
        return millis;
    }
}
