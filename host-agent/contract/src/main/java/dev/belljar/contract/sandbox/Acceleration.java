package dev.belljar.contract.sandbox;

import org.jspecify.annotations.Nullable;

/// What a boot probe found out about hardware virtualization on this host.
///
/// `reason` is a sentence for users; `tscKhz` is the guest's clock rate under emulation; `nested` says whether
/// guests may run virtual machines themselves; `probeMillis` is the duration of the probe; `qemu` is the version
/// it ran with.
public record Acceleration(
        Kind kind,
        String label,
        String reason,
        String cost,
        @Nullable Long tscKhz,
        boolean nested,
        long probeMillis,
        String qemu,
        long ts) {
    /// The kinds of acceleration.
    public enum Kind {
        KVM,
        /// `/dev/kvm` opens but cannot run a guest; machines are emulated.
        KVM_UNUSABLE,
        /// There is no `/dev/kvm` (or no right to it); machines are emulated.
        NO_KVM,
        /// The probe has not finished.
        UNKNOWN
    }
}
