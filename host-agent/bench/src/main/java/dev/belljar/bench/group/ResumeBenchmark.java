package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.request.storage.MoveToTier;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// Measures `resume.hot`: from the start of a hibernated machine to the end of a command in it; `resume.warm`:
/// the same with 200 MB of memory written and all memory compressed; and `resume.cold`: with only the packed
/// disk.
public final class ResumeBenchmark implements Benchmark {
    private static final int WARM_UP = 2;
    private static final int ROUNDS = 12;
    private static final int DEEP_ROUNDS = 4;
    // Half of it is random, because data that compresses to nothing would also unpack in no time.
    private static final String TOUCHED = "head -c 100M /dev/zero | tr '\\0' x > /dev/shm/touched;"
            + " head -c 100M /dev/urandom >> /dev/shm/touched";

    @Override
    public String group() {
        return "resume";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        try (BenchMachine machine = BenchMachine.start(agent)) {
            report.accept(BenchmarkFigure.of("resume.hot", "ms", rounds(machine, StorageTier.HOT, WARM_UP, ROUNDS)));
            machine.script("agent", TOUCHED);
            report.accept(BenchmarkFigure.of("resume.warm", "ms", rounds(machine, StorageTier.WARM, 1, DEEP_ROUNDS)));
            report.accept(BenchmarkFigure.of("resume.cold", "ms", rounds(machine, StorageTier.COLD, 0, DEEP_ROUNDS)));
        }
    }

    private static double[] rounds(BenchMachine machine, StorageTier tier, int warmUp, int rounds)
            throws AgentException, InterruptedException {
        double[] millis = new double[rounds];
        AgentClient agent = machine.agent();
        for (int round = -warmUp; round < rounds; round++) {
            agent.call(SandboxApi.STOP.at(machine.id()), new StopSandbox(true, false));
            machine.await(SandboxState.STOPPED);
            if (tier != StorageTier.HOT) {
                agent.call(StorageApi.MOVE.at(machine.id()), new MoveToTier(tier, true));
            }
            long begun = System.nanoTime();
            agent.call(SandboxApi.START.at(machine.id()));
            machine.firstExec();
            if (round >= 0) {
                millis[round] = (System.nanoTime() - begun) / 1e6;
            }
            machine.awaitRunning();
        }
        return millis;
    }
}
