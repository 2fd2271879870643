package dev.belljar.client.command.host;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.ExitHook;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `belljar bench`: measures this host; with `--json` it prints one object per line.
@CommandExamples({
    "belljar bench | Run all benchmarks.",
    "belljar bench cold exec --against podman | Run two groups and compare them with podman."
})
@Command(
        name = "bench",
        description = "Benchmark Belljar on this computer, alone or against other tools.",
        mixinStandardHelpOptions = true)
final class BenchCommand extends SessionCommand {
    @Parameters(
            arity = "0..*",
            paramLabel = "GROUP",
            description = "Benchmark groups to run: one or more of cold, warm, snapshot, branch, resume, memory, exec,"
                    + " terminal, observe, review, sync, environment, net, routes, confine (default: all).")
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
        BenchmarkProgram program = ServiceLoader.load(BenchmarkProgram.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the benchmarks are not on the class path"));
        for (String group : groups) {
            if (!program.groups().contains(group)) {
                throw new ParameterException(
                        spec.commandLine(), "group " + group + ": expected one of " + program.groups());
            }
        }
        for (String rival : against) {
            if (!program.rivals().contains(rival)) {
                throw new ParameterException(
                        spec.commandLine(), "--against " + rival + ": expected one or more of " + program.rivals());
            }
        }
        Thread measuring = Thread.currentThread();
        CountDownLatch over = new CountDownLatch(1);
        try (ExitHook _ = new ExitHook("bench", () -> breakOff(measuring, over))) {
            program.run(session(), groups, against, json);
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
}
