package dev.belljar.agent.vm.launch;

import dev.belljar.contract.sandbox.Acceleration;
import org.jspecify.annotations.Nullable;

/// What executes a machine's instructions: the host's processor, or QEMU itself.
public enum Accelerator {
    KVM("kvm"),
    TCG("tcg,tb-size=512");

    private final String option;

    Accelerator(String option) {
        this.option = option;
    }

    /// The accelerator for a probe's result.
    ///
    /// @throws IllegalArgumentException when the result is unknown
    public static Accelerator of(Acceleration verdict) {
        return switch (verdict.kind()) {
            case KVM -> KVM;
            case KVM_UNUSABLE, NO_KVM -> TCG;
            case UNKNOWN ->
                throw new IllegalArgumentException("acceleration has not been tested yet: expected KVM or emulation");
        };
    }

    /// The value of QEMU's `-accel`. The translation cache is bounded: its default is 1 GiB in addition to each
    /// machine's memory.
    String option() {
        return option;
    }

    /// The value of QEMU's `-cpu`; `nested` is `vmx` or `svm` for guests that may run virtual machines.
    String cpu(@Nullable String nested) {
        return switch (this) {
            case KVM -> nested == null ? "host,+x2apic,-vmx,-svm" : "host,+x2apic,+" + nested;
            // With five levels of page tables, which "max" has, each miss of the emulated TLB costs a level more.
            case TCG -> "max,-la57";
        };
    }

    /// The value of QEMU's `-M`, without the memory.
    ///
    /// ACPI is on: it announces the virtio devices to any kernel and lets the guest power off. The legacy timers
    /// are off if the guest has KVM's clock; an emulated guest needs them as a fallback.
    String machine() {
        String timers = this == KVM ? "pit=off,pic=off," : "";
        return "microvm,acpi=on,rtc=on," + timers + "pcie=off,usb=off,mem-merge=off,dump-guest-core=off";
    }
}
