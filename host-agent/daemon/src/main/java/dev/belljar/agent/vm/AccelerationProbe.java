package dev.belljar.agent.vm;

import dev.belljar.contract.sandbox.Acceleration;
import java.util.Optional;

/// Proves what machines run on here, by booting one.
public interface AccelerationProbe {
    /// The verdict of an earlier proof on this very host, kernel and QEMU; kind `UNKNOWN` when there is none.
    Acceleration cached();

    /// Whether machines will be emulated here, before one starts: proved now when that takes a boot and the image is
    /// there, kind `UNKNOWN` when it takes one and there is no image yet.
    ///
    /// @throws VmException when not even an emulated machine boots
    Acceleration expected(Optional<BootImage> image) throws VmException, InterruptedException;

    /// The verdict, proved now unless it was proved before.
    ///
    /// @throws VmException when not even an emulated machine boots
    Acceleration prove(BootImage image) throws VmException, InterruptedException;
}
