package dev.belljar.agent.vm;

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

    /// The one a proved verdict leads to.
    ///
    /// @throws IllegalArgumentException when nothing was proved
    public static Accelerator of(Acceleration verdict) {
        return switch (verdict.kind()) {
            case KVM -> KVM;
            case KVM_UNUSABLE, NO_KVM -> TCG;
            case UNKNOWN -> throw new IllegalArgumentException("acceleration: expected a proved verdict, found none");
        };
    }

    /// QEMU's `-accel`. The translation cache is bounded: its default is 1 GiB beside each machine's own
    /// memory.
    String option() {
        return option;
    }

    /// QEMU's `-cpu`; `nested` is `vmx` or `svm` for guests that may run machines of their own.
    String cpu(@Nullable String nested) {
        return switch (this) {
            case KVM -> nested == null ? "host,+x2apic,-vmx,-svm" : "host,+x2apic,+" + nested;
            case TCG -> "max";
        };
    }

    /// QEMU's `-M`, without the memory.
    ///
    /// ACPI stays on: it announces the virtio devices to any kernel and lets the guest power off. The old
    /// timers are left out where the guest has a clock of KVM's; an emulated guest falls back on them.
    String machine() {
        String timers = this == KVM ? "pit=off,pic=off," : "";
        return "microvm,acpi=on,rtc=on," + timers + "pcie=off,usb=off,mem-merge=off,dump-guest-core=off";
    }
}
