package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/// Measures `branch.to_exec`: from the request for a branch of a snapshot to the end of its first command; and
/// `branch.8_to_exec`: eight branches at once, until all commands have ended.
public final class BranchBenchmark implements Benchmark {
    private static final int WARM_UP = 2;
    private static final int ROUNDS = 12;
    private static final int MANY = 8;
    private static final int ROUNDS_OF_MANY = 4;

    @Override
    public String group() {
        return "branch";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        try (BenchMachine machine = BenchMachine.start(agent)) {
            machine.script("agent", "head -c 20M /dev/zero | tr '\\0' x > /dev/shm/fresh");
            Snapshot snapshot = agent.call(SnapshotApi.TAKE.at(machine.id()), new TakeSnapshot("benchmark", null));
            try {
                report.accept(BenchmarkFigure.of("branch.to_exec", "ms", rounds(agent, snapshot, 1, ROUNDS)));
                report.accept(
                        BenchmarkFigure.of("branch.8_to_exec", "ms", rounds(agent, snapshot, MANY, ROUNDS_OF_MANY)));
            } finally {
                agent.call(SnapshotApi.DELETE.at(snapshot.id()));
            }
        }
    }

    private static double[] rounds(AgentClient agent, Snapshot snapshot, int count, int rounds)
            throws AgentException, InterruptedException {
        double[] millis = new double[rounds];
        for (int round = -WARM_UP; round < rounds; round++) {
            List<BenchMachine> branches = new ArrayList<>();
            try {
                long begun = System.nanoTime();
                for (Sandbox branch :
                        agent.call(SnapshotApi.BRANCH.at(snapshot.id()), new BranchSandbox(null, count))) {
                    branches.add(BenchMachine.of(agent, branch));
                }
                answered(branches);
                if (round >= 0) {
                    millis[round] = (System.nanoTime() - begun) / 1e6;
                }
                for (BenchMachine branch : branches) {
                    branch.awaitRunning();
                }
            } finally {
                branches.forEach(BenchMachine::close);
            }
        }
        return millis;
    }

    private static void answered(List<BenchMachine> branches) throws AgentException, InterruptedException {
        try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (BenchMachine branch : branches) {
                answers.add(CompletableFuture.supplyAsync(() -> answer(branch), each));
            }
            for (CompletableFuture<String> answer : answers) {
                if (!answer.join().isEmpty()) {
                    throw BenchMachine.failed(answer.join());
                }
            }
        }
    }

    /// Runs the first command; returns an error message, or an empty string if it succeeded.
    private static String answer(BenchMachine branch) {
        try {
            branch.firstExec();
            return "";
        } catch (AgentException e) {
            return String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }
}
