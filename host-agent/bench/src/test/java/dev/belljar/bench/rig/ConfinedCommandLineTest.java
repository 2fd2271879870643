package dev.belljar.bench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.bench.rig.ConfinedCommandLine.MachinePaths;
import dev.belljar.bench.rig.ConfinedCommandLine.ReportedLayers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests that the measured command lines equal the host agent's golden files.
class ConfinedCommandLineTest {
    private static final Path GOLDEN = Path.of("../daemon/src/test/resources/golden");
    private static final List<Path> DEVICES = List.of(Path.of("/dev/null"), Path.of("/dev/urandom"));
    private static final ConfinedCommandLine WORDS = new ConfinedCommandLine(
            Path.of("/opt/belljar/host-agent/confine/build"),
            new ReportedLayers(true, true, true, 7, true, false, false, false));

    @Test
    void aMachineIsConfinedAsTheHostAgentConfinesIt() throws Exception {
        MachinePaths paths = new MachinePaths(
                List.of(
                        Path.of("/images/a/vmlinux"),
                        Path.of("/images/a/initrd"),
                        Path.of("/images/a/base.erofs"),
                        Path.of("/data/shop-1/disk/ram"),
                        Path.of("/data/layers/one.qcow2")),
                List.of(Path.of("/data/shop-1/disk/qemu"), Path.of("/run/belljar/shop-1")),
                List.of(Path.of("/dev/null"), Path.of("/dev/urandom"), Path.of("/dev/kvm")),
                Path.of("/data/shop-1/disk/ram"),
                (9L << 30) + (256L << 20));
        assertThat(WORDS.machine(paths, List.of("PROGRAM"))).isEqualTo(golden("confine-qemu"));
    }

    @Test
    void gitIsConfinedAsTheHostAgentConfinesIt() throws Exception {
        assertThat(WORDS.git(Path.of("/data/repositories/one.git"), DEVICES, List.of("git", "rev-list")))
                .isEqualTo(golden("confine-git-read"));
    }

    private static List<String> golden(String name) throws Exception {
        return Files.readAllLines(GOLDEN.resolve(name + ".txt"));
    }
}
