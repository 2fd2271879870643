package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkAgent;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.LoopMount;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.sandbox.Snapshot;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// Measures `snapshot.pause_100mb`: how long a machine with 100 MB of newly written memory is paused for a
/// snapshot in the host agent's data folder. The figures with `.btrfs` and `.xfs` are measured on such a file
/// system, mounted from a file, if root and its programs are available.
public final class SnapshotPause implements Benchmark {
    private static final int WARM_UP = 1;
    private static final int ROUNDS = 7;
    // The content does not matter, only that every page is written.
    private static final String FRESH = "head -c 100M /dev/zero | tr '\\0' x > /dev/shm/fresh";

    @Override
    public String group() {
        return "snapshot";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        pauses(agent, "snapshot.pause_100mb", report);
        for (String kind : List.of("btrfs", "xfs")) {
            if (LoopMount.possible(kind)) {
                try (BenchmarkAgent elsewhere = BenchmarkAgent.on(LoopMount.of(kind), 0)) {
                    pauses(elsewhere.client(), "snapshot.pause_100mb." + kind, report);
                }
            } else {
                System.err.println("bench: skipped " + kind + ", which needs root and mkfs." + kind);
            }
        }
    }

    private static void pauses(AgentClient agent, String bench, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        double[] millis = new double[ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            try (BenchMachine machine = BenchMachine.start(agent)) {
                machine.script("agent", FRESH);
                Snapshot taken = agent.call(SnapshotApi.TAKE.at(machine.id()), new TakeSnapshot(null, null));
                agent.call(SnapshotApi.DELETE.at(taken.id()));
                if (round >= 0) {
                    millis[round] = taken.pauseMillis();
                }
            }
        }
        report.accept(BenchmarkFigure.of(bench, "ms", millis));
    }
}
