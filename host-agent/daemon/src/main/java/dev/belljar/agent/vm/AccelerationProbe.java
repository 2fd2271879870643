package dev.belljar.agent.vm;

import dev.belljar.contract.sandbox.Acceleration;

/// Proves what machines run on here, by booting one.
public interface AccelerationProbe {
    /// The verdict of an earlier proof on this very host, kernel and QEMU; kind `UNKNOWN` when there is none.
    Acceleration cached();

    /// The verdict, proved now unless it was proved before.
    ///
    /// @throws VmException when not even an emulated machine boots
    Acceleration prove(BootImage image) throws VmException, InterruptedException;
}
