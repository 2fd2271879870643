package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkAgent;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.HostCommand;
import dev.belljar.bench.rig.LargeImage;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.request.environment.ImportImage;
import dev.belljar.contract.request.environment.RemoveImage;
import dev.belljar.contract.view.host.ImageImport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Measures the import of a container image of 1 GiB, `image.import`, against `podman load` of the same
/// archive if Podman is installed.
public final class ImportBenchmark implements Benchmark {
    private static final int ROUNDS = 3;
    private static final long LOOK_MILLIS = 20;
    private static final String NAME = "belljar-bench-large:1";

    @Override
    public String group() {
        return "environment";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        try (LargeImage image = LargeImage.create();
                BenchmarkAgent own = BenchmarkAgent.with(Map.of("BELLJAR_POOL", "0"))) {
            double[] imports = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                imports[round] = imported(own.client(), image);
            }
            BenchmarkFigure figure = BenchmarkFigure.of("image.import", "ms", imports);
            if (HostCommand.present("podman")) {
                report.accept(figure.against("podman load", loads(image)));
            } else {
                System.err.println("bench: podman is not installed, so image.import has nothing to compare with");
                report.accept(figure);
            }
        }
    }

    private static double imported(AgentClient agent, LargeImage image) throws AgentException, InterruptedException {
        long begun = System.nanoTime();
        String path = image.archive().toString();
        ImageImport now = agent.call(HostApi.IMPORT_IMAGE, new ImportImage(path, NAME, null));
        while (now.state().equals("importing")) {
            Thread.sleep(LOOK_MILLIS);
            now = agent.call(HostApi.IMPORTED_IMAGES).last();
        }
        double millis = (System.nanoTime() - begun) / 1e6;
        if (now.image() == null) {
            throw BenchMachine.failed("the image was not imported: " + now.problem());
        }
        var _ = agent.call(HostApi.REMOVE_IMAGE, new RemoveImage(NAME));
        return millis;
    }

    private static double[] loads(LargeImage image) throws AgentException, IOException, InterruptedException {
        double[] millis = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long begun = System.nanoTime();
            String _ = HostCommand.run(List.of(
                    "podman", "load", "--quiet", "--input", image.archive().toString()));
            millis[round] = (System.nanoTime() - begun) / 1e6;
            String _ = HostCommand.run(List.of("podman", "rmi", "--force", "localhost/" + NAME));
        }
        return millis;
    }
}
