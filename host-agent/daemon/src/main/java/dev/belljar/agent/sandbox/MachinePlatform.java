package dev.belljar.agent.sandbox;

import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.image.ImageImports;
import dev.belljar.agent.image.ImageProvider;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.agent.vm.probe.AccelerationProbe;
import dev.belljar.agent.vm.probe.EmulationConsent;
import dev.belljar.contract.problem.BelljarException;

/// What this host runs machines with: its folders, QEMU, the guest images, imported images and the acceleration.
public record MachinePlatform(
        HostFolders folders,
        VmDriver driver,
        ImageProvider images,
        ImageImports imports,
        AccelerationProbe probe,
        EmulationConsent emulation) {
    /// Refuses to start a machine that would be emulated, unless the user has accepted that.
    public void requireAcceleration() throws BelljarException, InterruptedException {
        emulation.require(probe, images.ready());
    }
}
