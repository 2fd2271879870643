package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkAgent;
import dev.belljar.bench.rig.BenchmarkAgent.AgentDataFolder;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.LargeJournal;
import dev.belljar.bench.rig.WindowProgram;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.AgentPlace;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.TimelineApi;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.timeline.ReadTimeline;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.timeline.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Measures the timeline of a sandbox with a million events: `timeline.index` is the time in which a new host agent
/// reads them all, `timeline.read` the answer about the whole day, `timeline.open` the time from all projects until
/// the window draws it, and `timeline.frame` the time of a frame while each frame moves the visible period. The limits
/// are 1 s and 60 frames a second.
public final class TimelineBenchmark implements Benchmark {
    private static final int EVENTS = 999_999;
    private static final int ROUNDS = 5;
    private static final int READS = 20;
    private static final double LIMIT_MILLIS = 1_000;
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final Map<String, String> SETTINGS = Map.of("BELLJAR_TEMPLATES", "off", "BELLJAR_POOL", "0");
    /// As many intervals and processes as a wide window requests.
    private static final ReadTimeline WHOLE = new ReadTimeline(null, null, 2_000, 600);

    /// A folder that stays when its host agent ends.
    private record KeptFolder(Path root) implements AgentDataFolder {
        @Override
        public void close() {}
    }

    @Override
    public String group() {
        return "sync";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        Path root = Files.createTempDirectory("bj-timeline");
        try {
            Sandbox sandbox = create(root);
            Path data = AgentPlace.data(BenchmarkAgent.environment(System.getenv(), root));
            Path journal = data.resolve("sandboxes").resolve(sandbox.id()).resolve("events");
            long seq = sandbox.status().lastSeq();
            long last = LargeJournal.add(journal, seq, EVENTS);
            try (BenchmarkAgent second = BenchmarkAgent.on(new KeptFolder(root), SETTINGS)) {
                measure(second.client(), sandbox, last, root, report);
            }
        } finally {
            BenchMachine.removeAll(root);
        }
    }

    private static Sandbox create(Path root) throws AgentException, IOException, InterruptedException {
        Path project = Files.createDirectories(root.resolve("busy"));
        Files.writeString(project.resolve("README.md"), "A project for measuring.\n");
        try (BenchmarkAgent first = BenchmarkAgent.on(new KeptFolder(root), SETTINGS)) {
            Sandbox made = first.client()
                    .call(
                            SandboxApi.CREATE,
                            new CreateSandbox(project.toString(), "busy", 1024, 1, 4096, null, true, false));
            return first.client().call(SandboxApi.GET.at(made.id()));
        }
    }

    private static void measure(
            AgentClient agent, Sandbox sandbox, long last, Path root, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        report.accept(BenchmarkFigure.of("timeline.index", "s", index(agent, sandbox, last)));
        double[] reads = new double[READS];
        for (int round = 0; round < READS; round++) {
            long begun = System.nanoTime();
            Timeline _ = agent.call(TimelineApi.TIMELINE.at(sandbox.id()), WHOLE);
            reads[round] = (System.nanoTime() - begun) / 1e6;
        }
        report.accept(BenchmarkFigure.of("timeline.read", "ms", reads).against("limit", LIMIT_MILLIS));
        List<String> environment = BenchmarkAgent.environment(Map.of(), root).entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList();
        double[] opened = new double[ROUNDS];
        // The first one is not counted.
        WindowProgram window = WindowProgram.run(
                environment, "--measure", "--sandbox", sandbox.spec().name(), "--screen", "timeline");
        for (int round = 0; round < ROUNDS; round++) {
            window = WindowProgram.run(
                    environment, "--measure", "--sandbox", sandbox.spec().name(), "--screen", "timeline");
            opened[round] = window.number("openMillis");
        }
        report.accept(BenchmarkFigure.of("timeline.open", "ms", opened).against("limit", LIMIT_MILLIS));
        report.accept(window.frames("timeline.frame"));
    }

    private static double index(AgentClient agent, Sandbox sandbox, long last)
            throws AgentException, InterruptedException {
        long begun = System.nanoTime();
        while (agent.call(TimelineApi.TIMELINE.at(sandbox.id()), WHOLE).seq() < last) {
            if (System.nanoTime() - begun > PATIENCE_NANOS) {
                throw BenchMachine.failed("the events were not read within ten minutes");
            }
            Thread.sleep(250);
        }
        return (System.nanoTime() - begun) / 1e9;
    }
}
