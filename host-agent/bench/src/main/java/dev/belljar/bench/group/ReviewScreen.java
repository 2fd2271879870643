package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.WindowProgram;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.request.work.ReadReview;
import dev.belljar.contract.view.review.ReviewQueue;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// Measures the review of a commit of 10,000 files: `review.queue_10000` is the time until a client of the API has the
/// queue, `review.open_10000` the time from all projects until the window shows the first change, and
/// `review.frame_10000` the time of a frame while each frame moves to the next file. The limits are 1 s and 60 frames
/// a second.
public final class ReviewScreen implements Benchmark {
    private static final int FILES = 10_000;
    private static final int ROUNDS = 5;
    private static final double LIMIT_MILLIS = 1_000;

    @Override
    public String group() {
        return "sync";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        try (BenchMachine machine = BenchMachine.start(agent)) {
            machine.script("agent", """
                    cd /workspace && python3 - <<'END'
                    import os
                    for i in range(%d):
                        folder = "src/p%%03d" %% (i %% 100)
                        os.makedirs(folder, exist_ok=True)
                        with open("%%s/file-%%05d.txt" %% (folder, i), "w") as file:
                            file.write("".join("line %%d of %%d\\n" %% (line, i) for line in range(12)))
                    END
                    git add -A . && git -c user.name=bench -c user.email=bench@localhost commit -q -m 'Many files'
                    """.formatted(FILES));
            report.accept(BenchmarkFigure.of("review.queue_10000", "ms", queues(agent, machine))
                    .against("limit", LIMIT_MILLIS));
            String name = agent.call(SandboxApi.GET.at(machine.id())).spec().name();
            double[] opened = new double[ROUNDS];
            // The first one is not counted.
            WindowProgram window = WindowProgram.run(List.of(), "--measure", "--sandbox", name, "--screen", "changes");
            for (int round = 0; round < ROUNDS; round++) {
                window = WindowProgram.run(List.of(), "--measure", "--sandbox", name, "--screen", "changes");
                opened[round] = window.number("openMillis");
            }
            report.accept(BenchmarkFigure.of("review.open_10000", "ms", opened).against("limit", LIMIT_MILLIS));
            report.accept(window.frames("review.frame_10000"));
        }
    }

    private static double[] queues(AgentClient agent, BenchMachine machine)
            throws AgentException, InterruptedException {
        double[] millis = new double[ROUNDS];
        for (int round = -1; round < ROUNDS; round++) {
            // Another commit each time: what the host agent remembers of the last one does not count.
            machine.script("agent", """
                    cd /workspace && echo "round %d" > src/p000/file-00000.txt
                    git -c user.name=bench -c user.email=bench@localhost commit -q -a --amend --no-edit
                    """.formatted(round));
            long begun = System.nanoTime();
            ReviewQueue queue = agent.call(SyncApi.REVIEW.at(machine.id()), new ReadReview(true));
            double took = (System.nanoTime() - begun) / 1e6;
            int shown = queue.entries().stream()
                    .mapToInt(entry -> entry.files().size())
                    .sum();
            if (shown != FILES) {
                throw BenchMachine.failed("the review shows %d files instead of %d".formatted(shown, FILES));
            }
            if (round >= 0) {
                millis[round] = took;
            }
        }
        return millis;
    }
}
