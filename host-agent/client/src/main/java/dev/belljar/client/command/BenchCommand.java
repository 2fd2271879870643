package dev.belljar.client.command;

import dev.belljar.client.bench.BenchmarkFigure;
import dev.belljar.client.bench.BenchmarkSuite;
import dev.belljar.contract.codec.ContractJson;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `belljar bench`: measures this host; with `--json` it prints one object per line.
@Command(
        name = "bench",
        description = "Benchmark Belljar on this computer, alone or against other tools.",
        mixinStandardHelpOptions = true)
final class BenchCommand extends SessionCommand {
    @Parameters(
            arity = "0..*",
            paramLabel = "GROUP",
            description = "Benchmark groups to run: one or more of cold, warm, snapshot, branch, resume, memory, exec,"
                    + " terminal, observe, review, net, routes, confine (default: all).")
    List<String> groups = List.of();

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Option(
            names = "--against",
            split = ",",
            paramLabel = "RIVAL",
            description = "Tools to compare with: one or more of podman, bwrap, srt, firejail, ssh. Tools that are"
                    + " not installed are skipped.")
    List<String> against = List.of();

    @Spec
    CommandSpec spec;

    BenchCommand(CommandSession session) {
        super(session);
        this.spec = CommandSpec.create();
    }

    @Override
    public Integer call() throws Exception {
        for (String group : groups) {
            if (!BenchmarkSuite.groups().contains(group)) {
                throw new ParameterException(
                        spec.commandLine(), "group " + group + ": expected one of " + BenchmarkSuite.groups());
            }
        }
        for (String rival : against) {
            if (!BenchmarkSuite.rivals().contains(rival)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--against " + rival + ": expected one or more of " + BenchmarkSuite.rivals());
            }
        }
        Thread measuring = Thread.currentThread();
        CountDownLatch over = new CountDownLatch(1);
        try (ExitHook _ = new ExitHook("bench", () -> breakOff(measuring, over))) {
            BenchmarkSuite.run(session().agent(), groups, against, this::tell);
        } finally {
            over.countDown();
        }
        return 0;
    }

    /// Interrupts the running benchmark, and waits until its machines and host agents are removed.
    private void breakOff(Thread measuring, CountDownLatch over) {
        measuring.interrupt();
        try {
            if (!over.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                session().aside("bench: some sandboxes may not have been removed; `belljar list` shows them");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(BenchmarkFigure measure) {
        if (json) {
            session().out().println(ContractJson.line(fields(measure)));
            return;
        }
        String rival = measure.rival() == null || measure.rivalMedian() == null || measure.ratio() == null
                ? ""
                : String.format(
                        Locale.ROOT, "   %s %.1f, %.3f ×", measure.rival(), measure.rivalMedian(), measure.ratio());
        session()
                .line(String.format(
                        Locale.ROOT,
                        "%-32s %10.1f %s (p95 %.1f, n %d)%s",
                        measure.bench(),
                        measure.median(),
                        measure.unit(),
                        measure.p95(),
                        measure.n(),
                        rival));
    }

    /// The fields of the JSON output; those of the rival are null if there is none.
    private static Map<String, @Nullable Object> fields(BenchmarkFigure measure) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("bench", measure.bench());
        fields.put("unit", measure.unit());
        fields.put("n", measure.n());
        fields.put("median", measure.median());
        fields.put("p95", measure.p95());
        fields.put("rival", measure.rival());
        fields.put("rival_median", measure.rivalMedian());
        fields.put("ratio", measure.ratio());
        return fields;
    }
}
