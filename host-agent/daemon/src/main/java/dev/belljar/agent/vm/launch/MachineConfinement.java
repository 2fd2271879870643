package dev.belljar.agent.vm.launch;

import dev.belljar.agent.host.Confinement;
import dev.belljar.agent.host.Confinement.Paths;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.host.ConfinementLayers;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vmstate.Qcow2Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The confinement of one machine's QEMU: it may read its image and the layers below its disk, write its disk
/// and its sockets, and access no other file of the host.
public final class MachineConfinement {
    private static final Path NULL = Path.of("/dev/null");
    private static final Path RANDOM = Path.of("/dev/urandom");
    private static final Path KVM = Path.of("/dev/kvm");
    private static final long PROCESSES = 512;
    /// QEMU's own memory and the part of the disk that it keeps in memory.
    private static final long BESIDE = 512L << 20;
    /// Memory for QEMU's translated code: its limit, and its tables.
    private static final long TRANSLATED = 1280L << 20;
    private static final int MOST_LAYERS = 200;
    private static final String PRIVATE = "BELLJAR_PRIVATE";

    private MachineConfinement() {}

    /// The confinement of this launch; `below` are the layers under its disk, `diskBytes` is the disk's size for
    /// the guest.
    public static Confinement of(
            LaunchPlan plan, List<Path> below, long diskBytes, ConfinementLauncher launcher, ConfinementLayers layers) {
        MachineSpec spec = plan.spec();
        MachineFiles files = MachineFiles.of(spec);
        BootImage image = spec.image();
        List<Path> read = new ArrayList<>(List.of(image.kernel(), image.initrd(), image.base(), files.ram()));
        if (image.root() != null) {
            read.add(image.root());
        }
        read.addAll(below);
        Confinement.Layers held = Confinement.Layers.of(layers, ConfinementLauncher.identity(spec.id()));
        Map<String, Long> limits = new HashMap<>(ConfinementLauncher.usualLimits());
        limits.put("fsize", most(diskBytes));
        if (held.identity() != null) {
            // Under a shared user id this limit would also count the processes of others.
            limits.put("nproc", PROCESSES);
        }
        Map<String, String> variables = Map.of(
                "LD_PRELOAD",
                launcher.privateMemory().toString(),
                PRIVATE,
                files.ram().toString());
        return new Confinement(
                held,
                new Paths(
                        programs(plan.qemu(), launcher),
                        read,
                        List.of(files.writable(), files.sockets()),
                        devices(Accelerator.of(spec.acceleration()))),
                limits,
                true,
                variables,
                layers.cgroup()
                        ? launcher.groups().machine(spec.id(), bounds(plan)).orElse(null)
                        : null);
    }

    /// The confinement of one boot of the probe, which has no files of its own.
    public static Confinement of(ProbePlan plan, ConfinementLauncher launcher, ConfinementLayers layers) {
        return new Confinement(
                Confinement.Layers.of(layers, ConfinementLauncher.identity("probe")),
                new Paths(
                        programs(plan.qemu(), launcher),
                        List.of(plan.image().kernel(), plan.image().probeInitrd()),
                        List.of(),
                        devices(plan.accelerator())),
                ConfinementLauncher.usualLimits(),
                false,
                Map.of(),
                null);
    }

    /// The confinement of a tool that reads this disk and its layers, and writes this existing file, if any.
    public static Confinement ofTool(
            Path tool, Path disk, List<Path> below, @Nullable Path written, ConfinementLayers layers)
            throws IOException {
        List<Path> read = new ArrayList<>(List.of(disk));
        read.addAll(below);
        long size = Qcow2Format.size(disk);
        Map<String, Long> limits = new HashMap<>(ConfinementLauncher.usualLimits());
        limits.put("fsize", most(size));
        return new Confinement(
                Confinement.Layers.of(layers, ConfinementLauncher.identity("disk-tool")),
                new Paths(own(tool), read, written == null ? List.of() : List.of(written), List.of(NULL, RANDOM)),
                limits,
                false,
                Map.of(),
                null);
    }

    /// What a group bounds: the guest's memory with what QEMU needs beside it, its threads, and its share of the
    /// processors where there are too few, of which the host agent gets twice as much.
    private static Map<String, String> bounds(LaunchPlan plan) {
        long guest = (long) plan.memoryMiB() << 20;
        boolean emulated = Accelerator.of(plan.spec().acceleration()) == Accelerator.TCG;
        // A memory file on a RAM file system exists twice in memory once the guest has written it.
        long file = inMemory(plan.spec().disk()) ? guest : 0;
        long most = guest + guest / 8 + file + BESIDE + (emulated ? TRANSLATED : 0);
        return Map.of(
                "memory.max", String.valueOf(most),
                "memory.swap.max", String.valueOf(most),
                "pids.max", String.valueOf(PROCESSES),
                "cpu.weight", "50");
    }

    private static boolean inMemory(Path folder) {
        try {
            return Files.getFileStore(folder).type().equals("tmpfs");
        } catch (IOException e) {
            // The path does not exist yet, as in a plan that is only shown.
            return false;
        }
    }

    // A disk's tables need a little more than its size; program output counts as well.
    private static long most(long diskBytes) {
        return diskBytes + diskBytes / 8 + (256L << 20);
    }

    /// The layers below this disk, each of which must be in `folder`: the disk's header names its backing layer,
    /// and a process that can write the disk can change it.
    ///
    /// @throws IOException when one is elsewhere or not a file, or the chain has no end
    public static List<Path> below(Path disk, Path folder) throws IOException {
        List<Path> below = new ArrayList<>();
        Optional<Path> next = Qcow2Format.backing(disk);
        while (next.isPresent()) {
            Path layer = next.get();
            if (!folder.equals(layer.getParent()) || !Files.isRegularFile(layer, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException("the layer " + layer + " below " + disk + " is not a regular file in " + folder);
            }
            if (below.size() == MOST_LAYERS || below.contains(layer)) {
                throw new IOException(
                        disk + " has more than " + MOST_LAYERS + " lower layers, or the same layer twice");
            }
            below.add(layer);
            next = Qcow2Format.backing(layer);
        }
        return below;
    }

    private static List<Path> programs(String qemu, ConfinementLauncher launcher) {
        List<Path> programs = new ArrayList<>(List.of(launcher.privateMemory()));
        programs.addAll(own(Path.of(qemu)));
        return programs;
    }

    // Files of the system are visible to all.
    private static List<Path> own(Path program) {
        boolean system = !program.isAbsolute() || program.startsWith("/usr") || program.startsWith("/bin");
        return system ? List.of() : List.of(program);
    }

    private static List<Path> devices(Accelerator accelerator) {
        return accelerator == Accelerator.KVM ? List.of(NULL, RANDOM, KVM) : List.of(NULL, RANDOM);
    }
}
