package dev.belljar.agent.sandbox;

import dev.belljar.agent.vm.AccelerationProbe;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.contract.sandbox.Acceleration;

/// A host without KVM.
final class FakeProbe implements AccelerationProbe {
    private static final Acceleration VERDICT = new Acceleration(
            Acceleration.Kind.NO_KVM, "TCG · no KVM", "There is no /dev/kvm.", "", null, false, 0, "9", 0);

    @Override
    public Acceleration cached() {
        return VERDICT;
    }

    @Override
    public Acceleration prove(BootImage image) {
        return VERDICT;
    }
}
