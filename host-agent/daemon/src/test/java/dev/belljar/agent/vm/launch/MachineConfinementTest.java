package dev.belljar.agent.vm.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.Confinement;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.host.ConfinementLayers;
import dev.belljar.agent.host.ControlGroups;
import dev.belljar.agent.host.FakeProc;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vmstate.Qcow2Format;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Acceleration.Kind;
import dev.belljar.contract.sandbox.MachineLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares the launcher's command lines for QEMU and its tools with golden files.
class MachineConfinementTest {
    private static final ConfinementLayers USER = new ConfinementLayers(true, true, true, 7, true, false, false, false);
    private static final ConfinementLayers ROOT = new ConfinementLayers(true, true, true, 7, true, true, true, true);
    private static final String QEMU = "/usr/bin/qemu-system-x86_64";
    private static final BootImage IMAGE = new BootImage(
            Path.of("/images/a/vmlinux"),
            Path.of("/images/a/initrd"),
            Path.of("/images/a/probe.initrd"),
            Path.of("/images/a/base.erofs"),
            List.of());

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void aMachineOfAnOrdinaryUserHasAViewAndLandlock() throws IOException {
        ConfinementLauncher launcher = ConfinementLauncher.in(Path.of("/opt/belljar"));
        assertGolden("confine-qemu", words(machine(QEMU, Kind.KVM, launcher, USER), launcher));
    }

    @Test
    void aMachineOfRootHasItsOwnUserAndControlGroup() throws IOException {
        assertGolden("confine-qemu-root", words(machine(QEMU, Kind.NO_KVM, grouped(), ROOT), grouped()));
    }

    @Test
    void withoutNamespacesAMachineIsConfinedByLandlock() throws IOException {
        ConfinementLauncher launcher = ConfinementLauncher.in(Path.of("/opt/belljar"));
        ConfinementLayers landlock = new ConfinementLayers(true, false, false, 4, true, false, false, false);
        String nix = "/nix/store/q-qemu/bin/qemu-system-x86_64";
        assertGolden("confine-qemu-landlock", words(machine(nix, Kind.KVM, launcher, landlock), launcher));
    }

    @Test
    void theProbeMayWriteNoFile() throws IOException {
        ConfinementLauncher launcher = ConfinementLauncher.in(Path.of("/opt/belljar"));
        ProbePlan plan = new ProbePlan(QEMU, IMAGE, Accelerator.KVM, Duration.ofSeconds(6), null);
        assertGolden("confine-probe", words(MachineConfinement.of(plan, launcher, USER), launcher));
    }

    @Test
    void aDiskToolHasTheDiskItsLayersAndOneFileToWrite() throws Exception {
        Path disk = folder.resolve("disk.qcow2");
        Path layer = folder.resolve("layer.qcow2");
        Qcow2Format.overlay(disk, sized(layer));
        Confinement tool = MachineConfinement.ofTool(
                Path.of("/usr/bin/qemu-img"), disk, List.of(layer), folder.resolve("disk.packed"), ROOT);
        assertGolden("confine-qemu-img", words(tool, ConfinementLauncher.in(Path.of("/opt/belljar"))));
    }

    private static Confinement machine(String qemu, Kind kind, ConfinementLauncher launcher, ConfinementLayers layers) {
        MachineSpec spec = new MachineSpec(
                "shop-1",
                "shop",
                Path.of("/data/shop-1/disk"),
                Path.of("/run/belljar/shop-1"),
                new MachineLimits(1024, 2, 8192),
                IMAGE,
                new Acceleration(kind, "", "", "", null, false, 1, "7.2", 1),
                "52:54:00:00:00:01");
        return MachineConfinement.of(
                new LaunchPlan(qemu, spec, null),
                List.of(Path.of("/data/layers/one.qcow2")),
                8L << 30,
                launcher,
                layers);
    }

    // A host that delegated control groups of memory, processes and processors.
    private ConfinementLauncher grouped() throws IOException {
        new FakeProc(folder).process("self", FakeProc.FREE, FakeProc.SHARED, "/belljar");
        Path tree = Files.createDirectories(folder.resolve("sys/fs/cgroup/belljar"));
        Files.createDirectories(tree.resolve("agent"));
        Files.writeString(tree.resolve("cgroup.controllers"), "cpu memory pids\n");
        for (String file : List.of("cgroup.procs", "cgroup.subtree_control", "agent/cgroup.procs")) {
            Files.writeString(tree.resolve(file), "");
        }
        for (String file : List.of("memory.max", "memory.swap.max", "pids.max", "cpu.weight")) {
            Files.writeString(tree.resolve("agent").resolve(file), "max\n");
        }
        return ConfinementLauncher.in(Path.of("/opt/belljar"), ControlGroups.claim(folder));
    }

    private static Path sized(Path layer) throws Exception {
        Command.Output _ = Command.of("qemu-img", "create", "-q", "-f", "qcow2", layer.toString(), "1G")
                .check();
        return layer;
    }

    private List<String> words(Confinement confinement, ConfinementLauncher launcher) {
        return confinement.argv(launcher.program(), List.of("PROGRAM")).stream()
                .map(word -> word.replace(folder.toString(), "/data"))
                .toList();
    }

    private static void assertGolden(String name, List<String> words) throws IOException {
        try (InputStream in = MachineConfinementTest.class.getResourceAsStream("/golden/" + name + ".txt")) {
            if (in == null) {
                throw new IOException("no golden file " + name + "; it would be:\n" + String.join("\n", words));
            }
            assertThat(String.join("\n", words))
                    .isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
        }
    }
}
