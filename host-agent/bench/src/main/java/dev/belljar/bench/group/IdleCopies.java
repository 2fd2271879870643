package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.SandboxUse;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.HostApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Measures `memory.idle_copy_pss`: the host memory of the second and every further idle copy of a 1 GiB machine
/// (PSS: its own pages, and its share of common ones).
///
/// It starts twenty copies, or as many as fit into half of the free memory; the first is not counted.
public final class IdleCopies implements Benchmark {
    private static final int COPIES = 20;
    private static final double MIB = 1 << 20;
    private static final long ROOM_EACH = 256L << 20;
    private static final long SETTLE_MILLIS = 5_000;

    @Override
    public String group() {
        return "memory";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        int copies = Math.clamp(agent.call(HostApi.STATUS).memoryFree() / 2 / ROOM_EACH, 2, COPIES);
        List<BenchMachine> machines = new ArrayList<>();
        try {
            for (int i = 0; i < copies; i++) {
                machines.add(BenchMachine.start(agent));
            }
            Thread.sleep(SETTLE_MILLIS);
            double[] each = new double[copies - 1];
            for (int i = 1; i < copies; i++) {
                each[i - 1] = SandboxUse.pss(machines.get(i).id()) / MIB;
            }
            report.accept(BenchmarkFigure.of("memory.idle_copy_pss", "MiB", each));
        } finally {
            machines.forEach(BenchMachine::close);
        }
    }
}
