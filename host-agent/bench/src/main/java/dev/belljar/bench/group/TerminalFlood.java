package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.HostCommand;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Measures `terminal.flood`: how long a tab of the window takes to draw 100 MB of output, with the share of
/// dropped frames (`terminal.flood_dropped`) and the peak memory (`terminal.flood_heap`).
///
/// The window runs in a separate process, without a display and with software rendering.
public final class TerminalFlood implements Benchmark {
    private static final int MEGABYTES = 100;

    @Override
    public String group() {
        return "terminal";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        String launcher = System.getenv("BELLJAR_LAUNCHER");
        if (launcher == null) {
            throw BenchMachine.failed(
                    "BELLJAR_LAUNCHER is not set: the benchmark `terminal.flood` needs the path of the `belljar` launcher there");
        }
        String said = HostCommand.run(List.of(launcher, "window", "--flood", Integer.toString(MEGABYTES)));
        Map<String, Object> cost = cost(said.strip());
        double frames = number(cost, "frames");
        double dropped = number(cost, "dropped");
        report.accept(BenchmarkFigure.of("terminal.flood", "s", number(cost, "seconds")));
        report.accept(BenchmarkFigure.of("terminal.flood_dropped", "%", 100 * dropped / (frames + dropped)));
        report.accept(BenchmarkFigure.of("terminal.flood_heap", "MiB", number(cost, "heapMib")));
    }

    private static Map<String, Object> cost(String said) throws AgentException {
        try {
            return ContractJson.readMap(said.substring(said.lastIndexOf('\n') + 1));
        } catch (JsonFault e) {
            throw BenchMachine.failed("the window's output is not JSON: " + said);
        }
    }

    private static double number(Map<String, Object> cost, String name) throws AgentException {
        if (cost.get(name) instanceof Number number) {
            return number.doubleValue();
        }
        throw BenchMachine.failed("the window's output contains no value named " + name + ": " + cost);
    }
}
