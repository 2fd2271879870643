package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.HostCommand;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.view.work.SyncPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Measures `review.links_20000`: the review of a commit of 20,000 symbolic links, each of which is judged by
/// its target.
///
/// `review.nothing` is the review of the same machine before, which shows the time of machine and fetch. The
/// objects of the commit are fetched before; the limit is 3 s.
public final class ReviewBenchmark implements Benchmark {
    private static final int LINKS = 20_000;
    private static final int ROUNDS = 5;

    @Override
    public String group() {
        return "review";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        try (BenchMachine machine = BenchMachine.begin(agent, project())) {
            machine.awaitRunning();
            report.accept(BenchmarkFigure.of("review.nothing", "s", reviews(agent, machine, 0)));
            machine.script("agent", """
                    cd /workspace && mkdir links && cd links
                    python3 -c 'import os
                    for i in range(%d): os.symlink("../target-%%d" %% i, "link-%%d" %% i)'
                    git add -A . && git -c user.name=bench -c user.email=bench@localhost commit -q -m links
                    """.formatted(LINKS));
            report.accept(BenchmarkFigure.of("review.links_20000", "s", reviews(agent, machine, LINKS)));
        }
    }

    private static Path project() throws AgentException, IOException, InterruptedException {
        Path folder = Files.createTempDirectory("belljar-bench");
        Files.writeString(folder.resolve("README.md"), "A project for measuring.\n");
        git(folder, "init", "--quiet");
        git(folder, "add", "--all");
        git(folder, "commit", "--quiet", "--message=A project for measuring");
        return folder;
    }

    private static void git(Path folder, String... words) throws AgentException, IOException, InterruptedException {
        Stream<String> program = Stream.of(
                "git", "-C", folder.toString(), "-c", "user.name=Belljar", "-c", "user.email=bench@belljar.invalid");
        HostCommand.run(Stream.concat(program, Stream.of(words)).toList());
    }

    /// Measures the seconds of each review, after one that is not counted; each must show this many changes.
    private static double[] reviews(AgentClient agent, BenchMachine machine, int changes)
            throws AgentException, InterruptedException {
        double[] seconds = new double[ROUNDS];
        for (int round = -1; round < ROUNDS; round++) {
            long begun = System.nanoTime();
            SyncPlan plan = agent.call(SyncApi.PLAN.at(machine.id()));
            double took = (System.nanoTime() - begun) / 1e9;
            int shown = plan.diff().files().size();
            if (shown != changes) {
                throw BenchMachine.failed("the review shows %d changes instead of %d".formatted(shown, changes));
            }
            if (round >= 0) {
                seconds[round] = took;
            }
        }
        return seconds;
    }
}
