package dev.belljar.agent.sandbox;

import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.probe.AccelerationProbe;
import dev.belljar.contract.sandbox.Acceleration;
import java.util.Optional;

/// A fake probe of a host without usable KVM, with or without a cached result.
public final class FakeProbe implements AccelerationProbe {
    private static final Acceleration VERDICT = new Acceleration(
            Acceleration.Kind.NO_KVM,
            "Emulated (slow, less isolated)",
            "There is no /dev/kvm.",
            "",
            null,
            false,
            0,
            "9",
            0);
    private static final Acceleration NOT_YET =
            new Acceleration(Acceleration.Kind.UNKNOWN, "KVM not tested yet", "", "", null, false, 0, "", 0);
    private volatile boolean proved = true;

    /// Deletes the cached result, as on a host where no machine was started yet.
    public void forget() {
        proved = false;
    }

    @Override
    public Acceleration cached() {
        return proved ? VERDICT : NOT_YET;
    }

    @Override
    public Acceleration expected(Optional<BootImage> image) {
        return image.map(this::prove).orElseGet(this::cached);
    }

    @Override
    public Acceleration prove(BootImage image) {
        proved = true;
        return VERDICT;
    }
}
