package dev.belljar.agent.status;

import dev.belljar.agent.vm.launch.QemuEvidence;
import dev.belljar.agent.vm.probe.EmulationConsent;
import dev.belljar.agent.vmstate.MemoryAccess;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Guarantee;
import java.util.ArrayList;
import java.util.List;

/// The guarantees of the microVM backend on this host, as the API shows them.
public final class GuaranteeReport {
    private GuaranteeReport() {}

    /// All guarantees, those of confinement last.
    public static List<Guarantee> of(
            Acceleration acceleration,
            NetworkMode mode,
            MemoryAccess memory,
            QemuEvidence qemu,
            ConfinementGuarantees confinement) {
        List<Guarantee> all = new ArrayList<>(of(acceleration, mode, memory, qemu));
        all.addAll(confinement.rows());
        return List.copyOf(all);
    }

    public static List<Guarantee> of(
            Acceleration acceleration, NetworkMode mode, MemoryAccess memory, QemuEvidence qemu) {
        boolean hardware = acceleration.kind() == Acceleration.Kind.KVM;
        return List.of(
                seen(
                        "own-kernel",
                        qemu.ownKernel(),
                        qemu,
                        "The project runs on its own kernel, not on this computer's.",
                        "QEMU was started without a separate kernel for the guest."),
                new Guarantee("hardware", hardware, acceleration.reason()),
                new Guarantee("isolation-supported", hardware, isolation(acceleration)),
                seen(
                        "device-sandbox",
                        qemu.filtered(),
                        qemu,
                        "QEMU runs under its own seccomp filter: no new processes, no new privileges, no "
                                + "resource control.",
                        "QEMU runs without its own seccomp filter."),
                new Guarantee(
                        "egress", mode != NetworkMode.OPEN, "Every packet goes to the host agent; " + egress(mode)),
                seen(
                        "no-way-in",
                        qemu.sharesNothing(),
                        qemu,
                        "QEMU has no access to this computer's devices or folders. It listens only on Unix sockets,"
                                + " for requests from the host agent.",
                        "QEMU was started with a device or connection that Belljar does not recognize."),
                new Guarantee(
                        "guest-aslr",
                        hardware,
                        hardware
                                ? "Address space layout randomization (ASLR) is on in the guest."
                                : "Address space layout randomization (ASLR) is off in the guest, because it would"
                                        + " make emulation three times slower."),
                new Guarantee("memory-snapshot", memory.allowed(), memory.reason()));
    }

    /// A guarantee as QEMU's process shows it or, before a process exists, as every machine is started.
    private static Guarantee seen(String name, boolean holds, QemuEvidence qemu, String promise, String without) {
        if (!qemu.looked()) {
            return new Guarantee(name, holds, promise + " The sandbox is not running, so this was not checked.");
        }
        return new Guarantee(name, holds, holds ? promise : qemu.problem().isEmpty() ? without : qemu.problem());
    }

    private static String isolation(Acceleration acceleration) {
        return switch (acceleration.kind()) {
            case KVM -> "According to its documentation, QEMU supports using KVM to isolate guests.";
            case KVM_UNUSABLE, NO_KVM -> EmulationConsent.RISK;
            case UNKNOWN ->
                "Belljar has not yet tested whether sandboxes on this computer can use hardware " + "virtualization.";
        };
    }

    private static String egress(NetworkMode mode) {
        return switch (mode) {
            case CLOSED -> "only connections that a rule allows are forwarded.";
            case REGISTRIES -> "a connection is forwarded only if it goes to a package registry or a rule allows it.";
            case ASK -> "connections not covered by a rule wait for your answer, and are blocked if you don't answer.";
            case OPEN ->
                "all connections are forwarded and recorded, except those to private addresses and those "
                        + "denied by a rule.";
        };
    }
}
