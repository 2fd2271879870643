package dev.belljar.bench.group;

import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.WindowProgram;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// Measures `terminal.flood`: how long a tab of the window takes to draw 100 MB of output, with the share of
/// dropped frames (`terminal.flood_dropped`) and the peak memory (`terminal.flood_heap`).
public final class TerminalFlood implements Benchmark {
    private static final int MEGABYTES = 100;

    @Override
    public String group() {
        return "terminal";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        WindowProgram window = WindowProgram.run(List.of(), "--flood", Integer.toString(MEGABYTES));
        double frames = window.number("frames");
        double dropped = window.number("dropped");
        report.accept(BenchmarkFigure.of("terminal.flood", "s", window.number("seconds")));
        report.accept(BenchmarkFigure.of("terminal.flood_dropped", "%", 100 * dropped / (frames + dropped)));
        report.accept(BenchmarkFigure.of("terminal.flood_heap", "MiB", window.number("heapMib")));
    }
}
