package dev.belljar.agent.vm.launch;

import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.contract.sandbox.Acceleration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The complete parameters of one machine's QEMU process; a pure value whose command line is compared with
/// golden files.
///
/// QEMU is the server of every socket, so that a restarted host agent can connect again. The machine starts
/// paused, so that no console output is lost. Its memory is a private mapping of a file: writes stay private,
/// and any number of machines can start with the same content. `nested` is `vmx` or `svm` if the guest may run
/// virtual machines.
public record LaunchPlan(
        String qemu, MachineSpec spec, @Nullable String nested, Beginning beginning) {
    /// How a machine begins: it boots, or resumes from a saved state.
    public enum Beginning {
        BOOT,
        RESUME
    }

    /// QEMU's own seccomp filter, which is in force as long as QEMU runs.
    public static final String SANDBOX = "on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny";

    /// The name by which the guest agent finds its virtio-serial port.
    static final String LINK = "dev.belljar.agent.0";

    /// QEMU's name for the machine's disk at the start.
    public static final String DISK = "disk";

    private static final String NOBODY = "belljar";
    private static final int HANGS_QEMU = 2048;

    /// A machine that boots.
    public LaunchPlan(String qemu, MachineSpec spec, @Nullable String nested) {
        this(qemu, spec, nested, Beginning.BOOT);
    }

    public LaunchPlan {
        check("id", spec.id(), "[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
        check("host name", spec.hostname(), "[A-Za-z0-9][A-Za-z0-9-]{0,62}");
        check("mac", spec.mac(), "([0-9a-f]{2}:){5}[0-9a-f]{2}");
    }

    /// The command line, the program first.
    public List<String> argv() {
        MachineFiles files = MachineFiles.of(spec);
        List<String> words = new ArrayList<>();
        words.add(qemu);
        addMachine(words, files);
        addKernel(words);
        addDisks(words, files);
        addPorts(words, files);
        add(words, "-sandbox", SANDBOX, "-pidfile", files.pid().toString(), "-S");
        if (beginning == Beginning.RESUME) {
            add(words, "-incoming", "defer");
        }
        return List.copyOf(words);
    }

    /// A fingerprint of everything that must be equal to resume a saved machine: the command line without parts
    /// that are specific to one machine, the version of QEMU, and with KVM the processor.
    public String fingerprint(String version) {
        MachineSpec any = new MachineSpec(
                "any",
                "any",
                Path.of("/disk"),
                Path.of("/sockets"),
                spec.limits(),
                spec.image(),
                unmeasured(spec.acceleration()),
                "52:54:00:00:00:00");
        List<String> words = new ArrayList<>(new LaunchPlan(qemu, any, nested).argv());
        // In earlier versions the disk was beside the folder that QEMU may write and not in it; states saved
        // then still fit.
        words.replaceAll(word -> word.replace("=/disk/qemu/", "=/disk/"));
        words.add(version);
        if (Accelerator.of(spec.acceleration()) == Accelerator.KVM) {
            words.add(HostFacts.features());
        }
        return Fingerprint.of(words);
    }

    /// The acceleration without the clock rate, which differs a little with each measurement: only a booting
    /// kernel needs it.
    private static Acceleration unmeasured(Acceleration proved) {
        return new Acceleration(
                proved.kind(),
                proved.label(),
                proved.reason(),
                proved.cost(),
                null,
                proved.nested(),
                proved.probeMillis(),
                proved.qemu(),
                proved.ts());
    }

    /// The guest's memory in MiB.
    public int memoryMiB() {
        // microvm.nix reports that QEMU hangs with exactly 2 GiB, so one MiB less is used.
        int asked = spec.limits().memoryMiB();
        return asked == HANGS_QEMU ? asked - 1 : asked;
    }

    /// The name of this machine among all QEMU processes.
    static String name(String id) {
        return "guest=belljar-" + id + ",debug-threads=on";
    }

    /// The argument with the monitor's socket; together with `name` it identifies the process of this machine.
    static String monitorWord(MachineFiles files) {
        return socket("monitor", files.monitor().toString());
    }

    private void addMachine(List<String> words, MachineFiles files) {
        Accelerator accelerator = Accelerator.of(spec.acceleration());
        add(words, "-name", name(spec.id()));
        add(words, "-M", accelerator.machine() + ",memory-backend=ram", "-accel", accelerator.option());
        add(words, "-cpu", accelerator.cpu(nested));
        add(words, "-smp", String.valueOf(spec.limits().cpus()), "-m", memoryMiB() + "M");
        add(words, "-object");
        add(
                words,
                "memory-backend-file,id=ram,size=%dM,mem-path=%s,share=off,prealloc=off"
                        .formatted(memoryMiB(), value(files.ram().toString())));
        add(words, "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none");
        add(words, "-global", "virtio-mmio.force-legacy=false");
    }

    private void addKernel(List<String> words) {
        BootImage image = spec.image();
        add(
                words,
                "-kernel",
                image.kernel().toString(),
                "-initrd",
                image.initrd().toString());
        add(words, "-append", String.join(" ", kernelParameters()));
    }

    private List<String> kernelParameters() {
        List<String> parameters = new ArrayList<>(spec.image().parameters());
        // The setup code of a packed kernel prints while it searches for BIOS disks, which must not count as a
        // sign of life.
        parameters.add("edd=off");
        // The machine gets its name over the guest link, because a copy could not change its command line.
        parameters.add("belljar.hostname=" + NOBODY);
        if (spec.image().root() != null) {
            parameters.add("belljar.image=1");
        }
        if (Accelerator.of(spec.acceleration()) == Accelerator.TCG) {
            addEmulationParameters(parameters);
        }
        return parameters;
    }

    private void addEmulationParameters(List<String> parameters) {
        Long tscKhz = spec.acceleration().tscKhz();
        if (tscKhz != null) {
            // Without this about one emulated boot in 15 hangs in calibrate_delay.
            parameters.add("tsc_early_khz=" + tscKhz);
        }
        // Otherwise the kernel distrusts an emulated TSC, and its clock has steps of 4 ms.
        parameters.add("tsc=reliable");
        // QEMU translates code again for every randomized address, which makes a dynamic exec four times slower.
        parameters.add("norandmaps");
    }

    private void addDisks(List<String> words, MachineFiles files) {
        add(words, "-blockdev");
        add(
                words,
                "driver=raw,node-name=base,read-only=on,file.driver=file,file.filename="
                        + value(spec.image().base().toString()));
        add(words, "-device", "virtio-blk-device,drive=base,serial=base");
        add(words, "-blockdev");
        add(
                words,
                "driver=qcow2,node-name=" + DISK + ",discard=unmap,file.driver=file,file.discard=unmap,file.filename="
                        + value(files.live().toString()));
        // A full disk of the host pauses the machine before its guest sees an error; `DiskPause` resumes it.
        add(words, "-device", "virtio-blk-device,drive=" + DISK + ",serial=disk,werror=enospc");
        Path root = spec.image().root();
        if (root != null) {
            add(words, "-blockdev");
            add(
                    words,
                    "driver=raw,node-name=image,read-only=on,file.driver=file,file.filename=" + value(root.toString()));
            add(words, "-device", "virtio-blk-device,drive=image,serial=image");
        }
    }

    private void addPorts(List<String> words, MachineFiles files) {
        add(words, "-object", "rng-random,id=rng,filename=/dev/urandom", "-device", "virtio-rng-device,rng=rng");
        add(words, "-chardev", socket("console", files.console().toString()), "-serial", "chardev:console");
        add(words, "-device", "virtio-serial-device,max_ports=2");
        add(words, "-chardev", socket("link", files.link().toString()));
        add(words, "-device", "virtserialport,chardev=link,name=" + LINK);
        add(words, "-netdev");
        add(
                words,
                "stream,id=net,server=on,addr.type=unix,addr.path="
                        + value(files.net().toString()));
        add(words, "-device", "virtio-net-device,netdev=net,mac=%s,host_mtu=65520".formatted(spec.mac()));
        add(words, "-chardev", monitorWord(files), "-mon", "chardev=monitor,mode=control");
    }

    private static String socket(String id, String path) {
        return "socket,id=%s,server=on,wait=off,path=%s".formatted(id, value(path));
    }

    /// Escapes a value: a comma ends a value in QEMU's options, two commas mean one.
    private static String value(String text) {
        return text.replace(",", ",,");
    }

    private static void add(List<String> words, String... more) {
        words.addAll(List.of(more));
    }

    private static void check(String what, String found, String pattern) {
        if (!found.matches(pattern)) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "machine %s \"%s\": expected %s", what, found, pattern));
        }
    }
}
