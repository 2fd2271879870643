package dev.belljar.agent.vm.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Observable properties of a machine's QEMU process: its command line and what the kernel reports about it.
///
/// `looked` is false while there is no process. If a process cannot be inspected no property counts as shown,
/// and `problem` says why.
public record QemuEvidence(boolean looked, boolean ownKernel, boolean filtered, boolean sharesNothing, String problem) {
    private static final QemuEvidence NONE = new QemuEvidence(false, true, true, true, "");
    /// The permitted devices: disk, randomness, console, guest link and network card; none is a folder or a
    /// device of the host.
    private static final Set<String> DEVICES = Set.of(
            "virtio-blk-device", "virtio-rng-device", "virtio-serial-device", "virtserialport", "virtio-net-device");
    /// Options whose values are checked here, or that cannot give access to the host.
    private static final Set<String> KNOWN = Set.of(
            "-name",
            "-M",
            "-accel",
            "-cpu",
            "-smp",
            "-m",
            "-object",
            "-display",
            "-global",
            "-kernel",
            "-initrd",
            "-append",
            "-blockdev",
            "-device",
            "-chardev",
            "-serial",
            "-netdev",
            "-mon",
            "-sandbox",
            "-pidfile",
            "-incoming");
    private static final Set<String> ALONE = Set.of("-nodefaults", "-no-user-config", "-no-reboot", "-S");

    /// Inspects this process; null means there is none.
    public static QemuEvidence of(@Nullable Long pid) {
        return pid == null ? NONE : under(Path.of("/proc", Long.toString(pid)));
    }

    /// Inspects the process with this `/proc` folder.
    static QemuEvidence under(Path process) {
        try {
            String words = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
            String status = Files.readString(process.resolve("status"), StandardCharsets.ISO_8859_1);
            return read(List.of(words.split("\0")), status);
        } catch (IOException e) {
            return new QemuEvidence(
                    true, false, false, false, "The QEMU process cannot be inspected: " + e.getMessage());
        }
    }

    private static QemuEvidence read(List<String> words, String status) {
        boolean filter = status.contains("\nSeccomp:\t2\n") && status.contains("\nNoNewPrivs:\t1\n");
        return new QemuEvidence(
                true,
                after(words, "-kernel").size() == 1 && after(words, "-accel").size() == 1,
                filter && after(words, "-sandbox").equals(List.of(LaunchPlan.SANDBOX)),
                sharesNothing(words),
                "");
    }

    /// True if every device is a known one, and every connection out of QEMU is a Unix socket on which QEMU
    /// listens.
    private static boolean sharesNothing(List<String> words) {
        for (int at = 1; at < words.size(); at++) {
            String word = words.get(at);
            if (KNOWN.contains(word)) {
                at++;
            } else if (!ALONE.contains(word)) {
                return false;
            }
        }
        return after(words, "-device").stream().allMatch(device -> DEVICES.contains(device.split(",", 2)[0]))
                && after(words, "-chardev").stream().allMatch(port -> waits(port, "socket,") && port.contains(",path="))
                && after(words, "-netdev").stream()
                        .allMatch(net -> waits(net, "stream,") && net.contains(",addr.type=unix,"));
    }

    private static boolean waits(String port, String kind) {
        return port.startsWith(kind) && port.contains(",server=on,");
    }

    private static List<String> after(List<String> words, String option) {
        List<String> values = new ArrayList<>();
        for (int at = 1; at + 1 < words.size(); at++) {
            if (words.get(at).equals(option)) {
                values.add(words.get(at + 1));
            }
        }
        return values;
    }
}
