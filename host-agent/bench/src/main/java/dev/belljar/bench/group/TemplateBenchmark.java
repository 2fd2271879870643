package dev.belljar.bench.group;

import dev.belljar.bench.node.NodeProgram;
import dev.belljar.bench.node.NodeProject;
import dev.belljar.bench.node.PackageServer;
import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkAgent;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.SandboxUse;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.environment.EnvironmentItem;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.TemplateState;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.operation.TemplateApi;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.request.environment.ReadProposal;
import dev.belljar.contract.request.environment.RefreshTemplate;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Measures what the template of a project saves, with a generated Node.js project of 200 packages.
///
/// `template.create_to_ready` is the time from the request for a sandbox until its environment is set up, from the
/// template, against `npm ci` in a guest in the same run, with the packages on this computer: the limit is 0.1 times.
/// `setup.create_to_ready` is the same without a template, in the first sandbox of the project. `template.memory` (PSS
/// of QEMU) and `template.disk` (allocated blocks of the sandbox's folder) are what a sandbox from the template uses,
/// against that first sandbox: the limit is 0.3 times. `template.size` is the disk space of the template itself.
public final class TemplateBenchmark implements Benchmark {
    private static final String FIRST = "the first sandbox";
    private static final int ROUNDS = 5;
    private static final int INSTALLS = 3;
    private static final long LOOK_MILLIS = 100;
    private static final double MIB = 1 << 20;

    @Override
    public String group() {
        return "environment";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        try (PackageServer server = PackageServer.open()) {
            for (NodeProgram program : NodeProgram.values()) {
                program.fetch(server.folder());
            }
            NodeProject project = NodeProject.create(server, NodeProject.PACKAGES);
            // Templates are made only when they are asked for, so that none is made while something is measured.
            try (BenchmarkAgent own =
                    BenchmarkAgent.with(Map.of("BELLJAR_POOL", "0", "BELLJAR_PROJECT_TEMPLATES", "request"))) {
                accept(own.client(), project);
                measure(own, project, report);
            } finally {
                BenchMachine.removeAll(project.folder());
            }
        }
    }

    private static void accept(AgentClient agent, NodeProject project) throws AgentException, InterruptedException {
        String folder = project.folder().toString();
        EnvironmentProposal proposed = agent.call(EnvironmentApi.PROPOSAL, ReadProposal.of(folder));
        List<String> all = proposed.items().stream().map(EnvironmentItem::id).toList();
        var _ = agent.call(EnvironmentApi.ACCEPT, new AcceptEnvironment(folder, proposed.digest(), List.of(), all));
    }

    private static void measure(BenchmarkAgent own, NodeProject project, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        double[] installs;
        double[] firstMemory;
        double[] firstDisk;
        long begun = System.nanoTime();
        try (BenchMachine first = BenchMachine.of(own.client(), project.folder())) {
            first.awaitSetUp();
            report.accept(BenchmarkFigure.of("setup.create_to_ready", "ms", (System.nanoTime() - begun) / 1e6));
            requireModules(first);
            SandboxUse use = SandboxUse.settled(first, own);
            firstMemory = new double[] {use.memory() / MIB};
            firstDisk = new double[] {use.disk() / MIB};
            installs = installs(first);
        }
        report.accept(BenchmarkFigure.of("template.size", "MiB", template(own.client(), project) / MIB));
        double[] millis = new double[ROUNDS];
        double[] memory = new double[ROUNDS];
        double[] disk = new double[ROUNDS];
        for (int round = -1; round < ROUNDS; round++) {
            long asked = System.nanoTime();
            try (BenchMachine machine = BenchMachine.of(own.client(), project.folder())) {
                machine.awaitSetUp();
                double took = (System.nanoTime() - asked) / 1e6;
                requireModules(machine);
                SandboxUse use = SandboxUse.settled(machine, own);
                if (round >= 0) {
                    millis[round] = took;
                    memory[round] = use.memory() / MIB;
                    disk[round] = use.disk() / MIB;
                }
            }
        }
        report.accept(
                BenchmarkFigure.of("template.create_to_ready", "ms", millis).against("npm ci in a guest", installs));
        report.accept(BenchmarkFigure.of("template.memory", "MiB", memory).against(FIRST, firstMemory));
        report.accept(BenchmarkFigure.of("template.disk", "MiB", disk).against(FIRST, firstDisk));
    }

    /// Fails if a sandbox does not have the packages.
    private static void requireModules(BenchMachine machine) throws AgentException, InterruptedException {
        String found = machine.script("agent", "cd /workspace && ls node_modules | wc -l");
        if (!found.strip().equals(Integer.toString(NodeProject.PACKAGES))) {
            throw BenchMachine.failed("the sandbox has %s packages".formatted(found.strip()));
        }
    }

    /// The milliseconds of `npm ci`, measured inside, without its cache. The setup has run it in this machine
    /// before, so that an emulated machine has translated the code.
    private static double[] installs(BenchMachine machine) throws AgentException, InterruptedException {
        double[] millis = new double[INSTALLS];
        for (int round = 0; round < INSTALLS; round++) {
            String took = machine.script("agent", """
                    cd /workspace && rm -rf node_modules ~/.npm && begun=$(date +%s%N)
                    npm ci --no-audit --no-fund > /dev/null || exit
                    echo $(($(date +%s%N) - begun))
                    """);
            millis[round] = Long.parseLong(took.strip()) / 1e6;
        }
        requireModules(machine);
        return millis;
    }

    /// Makes the template of the project, and returns the bytes that it uses.
    private static double template(AgentClient agent, NodeProject project) throws AgentException, InterruptedException {
        String folder = project.folder().toString();
        ProjectTemplate made = agent.call(TemplateApi.REFRESH, new RefreshTemplate(folder));
        while (made.state() == TemplateState.PREPARING) {
            Thread.sleep(LOOK_MILLIS);
            made = agent.call(TemplateApi.LIST).getFirst();
        }
        if (made.state() != TemplateState.READY) {
            throw BenchMachine.failed("the template of the project is %s: %s".formatted(made.state(), made.detail()));
        }
        return made.diskBytes() + made.memoryBytes();
    }
}
