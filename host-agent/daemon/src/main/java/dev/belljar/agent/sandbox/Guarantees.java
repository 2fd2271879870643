package dev.belljar.agent.sandbox;

import dev.belljar.agent.frozen.MemoryAccess;
import dev.belljar.agent.vm.EmulationConsent;
import dev.belljar.contract.policy.Preset;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Guarantee;
import java.util.ArrayList;
import java.util.List;

/// What the microVM backend promises on this host, as data the screen shows.
final class Guarantees {
    private Guarantees() {}

    /// All of them, those of confinement last.
    static List<Guarantee> of(
            Acceleration acceleration, Preset preset, MemoryAccess memory, ConfinementGuarantees confinement) {
        List<Guarantee> all = new ArrayList<>(of(acceleration, preset, memory));
        all.addAll(confinement.rows());
        return List.copyOf(all);
    }

    static List<Guarantee> of(Acceleration acceleration, Preset preset, MemoryAccess memory) {
        boolean hardware = acceleration.kind() == Acceleration.Kind.KVM;
        return List.of(
                new Guarantee("own-kernel", true, "The project runs on a kernel of its own, not the host's."),
                new Guarantee("hardware", hardware, acceleration.reason()),
                new Guarantee("isolation-supported", hardware, isolation(acceleration)),
                new Guarantee(
                        "device-sandbox",
                        true,
                        "QEMU runs under its seccomp sandbox: no new processes, no new privileges, no resource control."),
                new Guarantee(
                        "egress", preset != Preset.OPEN, "Every packet ends in the host agent; " + egress(preset)),
                new Guarantee(
                        "no-way-in",
                        true,
                        "The guest cannot open anything towards the host; the host starts every request."),
                new Guarantee(
                        "guest-aslr",
                        hardware,
                        hardware
                                ? "Address randomization is on in the guest."
                                : "Address randomization is off in the guest, because emulation would be three times slower with it."),
                new Guarantee("memory-snapshot", memory.allowed(), memory.reason()));
    }

    private static String isolation(Acceleration acceleration) {
        return switch (acceleration.kind()) {
            case KVM -> "QEMU's documentation supports isolation of a guest under KVM.";
            case KVM_UNUSABLE, NO_KVM -> EmulationConsent.RISK;
            case UNKNOWN -> "Whether sandboxes here run on hardware or under emulation is not known yet.";
        };
    }

    private static String egress(Preset preset) {
        return switch (preset) {
            case CLOSED -> "only what a rule allows is let out.";
            case REGISTRIES -> "only package registries and what a rule allows are let out.";
            case ASK -> "what no rule speaks of waits for you, and is refused without an answer.";
            case OPEN -> "all but private addresses and what a rule denies is let out, and recorded.";
        };
    }
}
