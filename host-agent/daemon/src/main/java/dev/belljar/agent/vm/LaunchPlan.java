package dev.belljar.agent.vm;

import dev.belljar.contract.sandbox.Acceleration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Everything that decides how QEMU is started for one machine; a pure value whose words are compared with
/// golden files.
///
/// Every socket is QEMU's own server, so that a host agent that was started again can join it again. The machine
/// waits until it is told to go, so that nothing of its console is lost. Its memory is a private view of a file:
/// what it writes stays its own, and any number of machines begin with the same content. `nested` is `vmx` or `svm`
/// when the guest may run machines of its own.
public record LaunchPlan(
        String qemu, MachineSpec spec, @Nullable String nested, Beginning beginning) {
    /// How a machine begins: it boots, or goes on where a frozen one stood.
    public enum Beginning {
        BOOT,
        THAW
    }

    /// The seccomp filter QEMU runs under from its first instruction to its last.
    static final String SANDBOX = "on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny";

    /// The name the guest agent looks for among its virtio-serial ports.
    static final String LINK = "dev.belljar.agent.0";

    /// What QEMU calls the machine's disk as it begins.
    static final String DISK = "disk";

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

    /// The words, the program first.
    public List<String> argv() {
        MachineFiles files = MachineFiles.of(spec);
        List<String> words = new ArrayList<>();
        words.add(qemu);
        addMachine(words, files);
        addKernel(words);
        addDisks(words, files);
        addPorts(words, files);
        add(words, "-sandbox", SANDBOX, "-pidfile", files.pid().toString(), "-S");
        if (beginning == Beginning.THAW) {
            add(words, "-incoming", "defer");
        }
        return List.copyOf(words);
    }

    /// Names all that must be the same for a frozen machine to go on: the words without what is one machine's own,
    /// the version of QEMU, and the processor where it runs the guest's instructions itself.
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
        // The disk lay beside the folder that QEMU may write before it lay in it: what was saved then fits still.
        words.replaceAll(word -> word.replace("=/disk/qemu/", "=/disk/"));
        words.add(version);
        if (Accelerator.of(spec.acceleration()) == Accelerator.KVM) {
            words.add(HostFacts.features());
        }
        return Fingerprint.of(words);
    }

    /// Without the clock's rate, which comes out a little different whenever it is measured: only a kernel
    /// that boots is told it, and one that goes on was told.
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

    /// The memory the guest gets, in MiB.
    int memoryMiB() {
        // microvm.nix reports that QEMU hangs with exactly 2 GiB; one MiB less is no loss.
        int asked = spec.limits().memoryMiB();
        return asked == HANGS_QEMU ? asked - 1 : asked;
    }

    /// How this machine is known among all QEMU processes.
    static String name(String id) {
        return "guest=belljar-" + id + ",debug-threads=on";
    }

    /// The word that names the monitor's socket; with `name` it tells whether a process is this machine.
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
        // The setup code of a packed kernel prints while it looks for BIOS disks; that is no sign of life.
        parameters.add("edd=off");
        // Who it is, it is told over the guest link: a copy could not change what its command line says.
        parameters.add("belljar.hostname=" + NOBODY);
        if (Accelerator.of(spec.acceleration()) == Accelerator.TCG) {
            addEmulationParameters(parameters);
        }
        return parameters;
    }

    private void addEmulationParameters(List<String> parameters) {
        Long tscKhz = spec.acceleration().tscKhz();
        if (tscKhz != null) {
            // Without it about one emulated boot in 15 waits for ever in calibrate_delay.
            parameters.add("tsc_early_khz=" + tscKhz);
        }
        // The kernel doubts an emulated TSC, and then its clock goes in steps of 4 ms.
        parameters.add("tsc=reliable");
        // QEMU translates code again for every randomized address: a dynamic exec takes four times as long.
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
        // A full disk of the host stops the machine before its guest sees an error; `WriteHold` lets it go on.
        add(words, "-device", "virtio-blk-device,drive=" + DISK + ",serial=disk,werror=enospc");
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

    /// A comma ends a value in QEMU's options; two stand for one.
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
