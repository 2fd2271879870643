package dev.belljar.bench.rig;

import dev.belljar.client.AgentException;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What a measurement of the window reported, by name. The window runs in a separate process, without a display and
/// with software rendering.
public final class WindowProgram {
    private final Map<String, Object> figures;

    private WindowProgram(Map<String, Object> figures) {
        this.figures = figures;
    }

    /// Runs the window with these options and these additional variables `NAME=VALUE`, which must print its figures.
    public static WindowProgram run(List<String> variables, String... options)
            throws AgentException, IOException, InterruptedException {
        String launcher = System.getenv("BELLJAR_LAUNCHER");
        if (launcher == null) {
            throw BenchMachine.failed("BELLJAR_LAUNCHER is not set: the benchmarks of the window need the path of the "
                    + "`belljar` launcher there");
        }
        List<String> argv = Stream.of(
                        Stream.of("env"), variables.stream(), Stream.of(launcher, "window"), Stream.of(options))
                .flatMap(words -> words)
                .toList();
        String said = HostCommand.run(argv);
        // Messages of the graphics toolkit can stand before and after the figures.
        String figures = said.lines()
                .filter(line -> line.startsWith("{"))
                .reduce((_, last) -> last)
                .orElse("");
        try {
            return new WindowProgram(ContractJson.readMap(figures));
        } catch (JsonFault e) {
            throw BenchMachine.failed("the window's output is not JSON: " + said);
        }
    }

    public double number(String name) throws AgentException {
        if (figures.get(name) instanceof Number number) {
            return number.doubleValue();
        }
        throw BenchMachine.failed("the window's output contains no value named " + name + ": " + figures);
    }

    /// The times between the frames while a key was held down, compared with the time for one of 60 frames a second.
    public BenchmarkFigure frames(String bench) throws AgentException {
        double limit = 1_000 / 60.0;
        double median = number("frameMillis");
        return new BenchmarkFigure(
                bench,
                "ms",
                (int) number("frames"),
                median,
                number("frameMillisP95"),
                "60 frames a second",
                limit,
                median / limit);
    }
}
