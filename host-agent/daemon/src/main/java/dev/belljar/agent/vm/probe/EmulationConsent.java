package dev.belljar.agent.vm.probe;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Acceleration.Kind;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// Whether the user accepted that sandboxes on this host run under emulation.
///
/// QEMU's documentation gives no isolation guarantee for emulation (TCG), so the first start of a sandbox on a
/// host without usable hardware virtualization is refused until the user accepts emulation, once. Scripts and CI
/// accept it with `BELLJAR_EMULATION=accept` in the host agent's environment. Machines that run no code of a
/// project (the probe, the template) need no consent.
public final class EmulationConsent {
    /// What emulation means for isolation; the sentence every screen shows.
    public static final String RISK =
            "QEMU's documentation gives no isolation guarantee for emulation: only the confinement "
                    + "of the QEMU process stops sandboxed code that exploits a bug in QEMU.";

    private static final ProblemCode NOT_KEPT = new ProblemCode("host.emulation-not-kept", 507);

    private final Path file;
    private final boolean always;

    /// The consent stored in this file or given by the environment.
    public EmulationConsent(Path file, Map<String, String> environment) {
        this.file = file;
        this.always = "accept".equals(environment.get("BELLJAR_EMULATION"));
    }

    /// True if sandboxes may run under emulation.
    public boolean given() {
        return always || Files.isRegularFile(file);
    }

    /// Stores the user's consent.
    ///
    /// @throws VmException `host.emulation-not-kept` when the file cannot be written
    public void give() throws VmException {
        try {
            DurableFile.write(file, Instant.now() + "\n");
        } catch (IOException e) {
            throw new VmException(
                    NOT_KEPT,
                    file + ": your consent could not be saved: " + FileErrors.reason(e),
                    "Free some space on that disk, and check that you own the file.",
                    e);
        }
    }

    /// Refuses a start under emulation without consent, before anything is recorded. If only a boot can tell and
    /// there is no image for one yet, the start itself refuses later.
    ///
    /// @throws VmException `host.emulation-not-accepted`, or as the probe
    public void require(AccelerationProbe probe, Optional<BootImage> image) throws VmException, InterruptedException {
        if (!given()) {
            require(probe.expected(image));
        }
    }

    /// Refuses a start under emulation without consent.
    ///
    /// @throws VmException `host.emulation-not-accepted`
    public void require(Acceleration acceleration) throws VmException {
        boolean emulated = acceleration.kind() == Kind.KVM_UNUSABLE || acceleration.kind() == Kind.NO_KVM;
        if (emulated && !given()) {
            throw new VmException(
                    ProblemCode.EMULATION_NOT_ACCEPTED,
                    "Sandboxes would run under emulation on this computer. " + acceleration.reason() + " " + RISK,
                    "Accept emulation once with `belljar doctor --accept-emulation`, or enable KVM: "
                            + "`belljar doctor` shows how.",
                    null);
        }
    }
}
