package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.HostCommand;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Measures `warm.create_to_project`: from the request for a sandbox to the end of a command in the project, a
/// git repository of a few files with one uncommitted change. `.project` is the delivery alone.
public final class WarmProject implements Benchmark {
    private static final int WARM_UP = 1;
    private static final int ROUNDS = 6;
    private static final int FILES = 12;

    @Override
    public String group() {
        return "warm";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        double[] millis = new double[ROUNDS];
        double[] delivery = new double[ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            Path project = project();
            long begun = System.nanoTime();
            try (BenchMachine machine = BenchMachine.begin(agent, project)) {
                machine.exec(ExecCommand.of("/usr/bin/test", "-f", "notes.txt"));
                if (round >= 0) {
                    millis[round] = (System.nanoTime() - begun) / 1e6;
                    machine.awaitRunning();
                    delivery[round] = machine.took("project");
                }
            }
        }
        report.accept(BenchmarkFigure.of("warm.create_to_project", "ms", millis));
        report.accept(BenchmarkFigure.of("warm.create_to_project.project", "ms", delivery));
    }

    private static Path project() throws AgentException, IOException, InterruptedException {
        Path folder = Files.createTempDirectory("belljar-bench");
        for (int i = 0; i < FILES; i++) {
            Files.writeString(folder.resolve("file-" + i + ".c"), "int f" + i + "(void) { return " + i + "; }\n");
        }
        git(folder, "init", "--quiet");
        git(folder, "add", "--all");
        git(folder, "commit", "--quiet", "--message=A project for measuring");
        Files.writeString(folder.resolve("notes.txt"), "Not committed.\n");
        return folder;
    }

    private static void git(Path folder, String... words) throws AgentException, IOException, InterruptedException {
        List<String> argv = new java.util.ArrayList<>(List.of(
                "git", "-C", folder.toString(), "-c", "user.name=Belljar", "-c", "user.email=bench@belljar.invalid"));
        argv.addAll(List.of(words));
        HostCommand.run(argv);
    }
}
