package dev.belljar.agent.vm.probe;

import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.sandbox.Acceleration;
import java.util.Optional;

/// Finds out by booting a machine whether hardware virtualization works on this host.
public interface AccelerationProbe {
    /// The result of an earlier probe with the same host, kernel and QEMU; kind `UNKNOWN` if there is none.
    Acceleration cached();

    /// Whether machines will be emulated on this host: probes now if that needs a boot and there is an image;
    /// kind `UNKNOWN` if there is no image yet.
    ///
    /// @throws VmException when not even an emulated machine boots
    Acceleration expected(Optional<BootImage> image) throws VmException, InterruptedException;

    /// The result, probed now unless it is cached.
    ///
    /// @throws VmException when not even an emulated machine boots
    Acceleration prove(BootImage image) throws VmException, InterruptedException;
}
