package dev.belljar.bench.rig;

import dev.belljar.client.AgentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What a running sandbox uses of this host: bytes of memory (PSS of QEMU), and of its folder (allocated blocks).
public record SandboxUse(double memory, double disk) {
    private static final long SETTLE_MILLIS = 5_000;

    /// The use of an idle sandbox, once its guest has written everything.
    public static SandboxUse settled(BenchMachine machine, BenchmarkAgent own)
            throws AgentException, IOException, InterruptedException {
        String _ = machine.script("root", "sync");
        Thread.sleep(SETTLE_MILLIS);
        Path folder = own.dataFolder().root().resolve("data/belljar/sandboxes").resolve(machine.id());
        return new SandboxUse(pss(machine.id()), allocated(folder));
    }

    /// The PSS of a machine's process in bytes.
    public static double pss(String id) throws AgentException, IOException {
        return pss(Files.readAllLines(
                Path.of("/proc/" + BenchMachine.qemu(id).pid() + "/smaps_rollup"), StandardCharsets.US_ASCII));
    }

    static double pss(List<String> rollup) {
        return rollup.stream()
                .filter(line -> line.startsWith("Pss:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) * 1024)
                .sum();
    }

    /// The bytes of the blocks that the files of a folder use.
    static double allocated(Path folder) throws AgentException, IOException, InterruptedException {
        String said = HostCommand.run(List.of("du", "--summarize", "--block-size=1", folder.toString()));
        return Double.parseDouble(said.split("\\s", 2)[0]);
    }
}
