package dev.belljar.contract.sandbox;

import org.jspecify.annotations.Nullable;

/// The proved verdict on hardware virtualization here.
///
/// `reason` is a sentence for people; `tscKhz` is the guest's clock rate under emulation; `nested` is whether
/// guests may run machines of their own; `probeMillis` is what the proof took; `qemu` is the version it was proved
/// with.
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
    /// What a machine runs on.
    public enum Kind {
        KVM,
        /// `/dev/kvm` opens but cannot run a guest; machines are emulated.
        KVM_UNUSABLE,
        /// There is no `/dev/kvm` (or no right to it); machines are emulated.
        NO_KVM,
        /// Not proved yet.
        UNKNOWN
    }
}
