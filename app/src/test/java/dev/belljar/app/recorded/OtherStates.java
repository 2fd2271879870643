package dev.belljar.app.recorded;

import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Guarantee;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SandboxStatus;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.host.ImageStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// States of the host and of a sandbox that the recorded scenarios do not contain.
public final class OtherStates {
    private OtherStates() {}

    /// A machine that was paused because its sandbox reached its quota.
    public static Sandbox overQuota(Sandbox sandbox) {
        return paused(
                sandbox,
                "machine.disk-quota",
                sandbox.spec().name() + " has reached its disk quota of 24 GiB, so its machine is paused.");
    }

    /// A machine that was paused because the host's disk is nearly full.
    public static Sandbox lowDisk(Sandbox sandbox) {
        return paused(
                sandbox,
                "machine.disk-reserve",
                "The host's disk has 4.6 GiB free, less than its reserve of 5 GiB, so its machine is paused.");
    }

    /// A sandbox whose machine ended by itself.
    public static Sandbox failed(Sandbox sandbox) {
        Problem problem = new Problem(
                "belljar:vm.ended",
                "vm ended",
                500,
                "The machine stopped unexpectedly: QEMU exited with status 1.",
                "vm.ended",
                "Start the sandbox again from its disk.");
        return with(
                sandbox,
                SandboxState.ERROR,
                problem,
                List.of(),
                sandbox.status().guarantees());
    }

    /// A machine whose work is being fetched before it ends.
    public static Sandbox stopping(Sandbox sandbox) {
        return with(
                sandbox,
                SandboxState.STOPPING,
                null,
                List.of(
                        new Requirement("network", "Close the network", Requirement.State.MET, 0, null, null, null),
                        new Requirement(
                                "work",
                                "Fetch the work",
                                Requirement.State.WAITING,
                                12_400,
                                null,
                                "18.2 MB, reading fixtures/videos.tar",
                                null),
                        new Requirement("end", "Stop the machine", Requirement.State.PENDING, 0, null, null, null)),
                sandbox.status().guarantees());
    }

    /// A sandbox with the guarantees under emulation, some of which do not hold.
    public static Sandbox emulated(Sandbox sandbox) {
        return with(
                sandbox,
                sandbox.status().state(),
                null,
                List.of(),
                List.of(
                        new Guarantee(
                                "own-kernel", true, "The project runs on its own kernel, not on this computer's."),
                        new Guarantee("hardware", false, RecordedHost.TCG.reason()),
                        new Guarantee(
                                "isolation-supported",
                                false,
                                "QEMU's documentation gives no isolation guarantee for emulation."),
                        new Guarantee(
                                "egress",
                                true,
                                "Every packet goes to the host agent; only connections that a rule allows are"
                                        + " forwarded."),
                        new Guarantee(
                                "guest-aslr",
                                false,
                                "Address space layout randomization (ASLR) is off in the guest, because it would make "
                                        + "emulation three times slower."),
                        new Guarantee(
                                "confined-files",
                                true,
                                "QEMU sees only this sandbox's files and the system's programs: a mount"
                                        + " namespace and Landlock enforce this."),
                        new Guarantee(
                                "confined-memory",
                                false,
                                "QEMU is not limited by a control group (the kernel refused to create one): code that"
                                        + " escapes into QEMU could use up this computer's memory, as any of your programs"
                                        + " could.")));
    }

    /// A host on which emulation was not accepted yet.
    public static HostStatus unaccepted(HostStatus host) {
        return with(
                host,
                new Acceleration(
                        Acceleration.Kind.NO_KVM,
                        "Emulated (slow, less isolated)",
                        RecordedHost.TCG.reason(),
                        RecordedHost.TCG.cost(),
                        2_400_000L,
                        false,
                        1_840,
                        "7.2.22",
                        RecordedHost.now()),
                false,
                host.image());
    }

    /// A host whose guest image lacks security updates.
    public static HostStatus outdated(HostStatus host) {
        ImageStatus image = host.image();
        return with(
                host,
                host.acceleration(),
                host.emulationAccepted(),
                new ImageStatus(
                        image.state(),
                        image.percent(),
                        image.step(),
                        image.started(),
                        image.log(),
                        image.key(),
                        image.folder(),
                        image.bytes(),
                        null,
                        RecordedHost.at("06:00:00"),
                        List.of(
                                "libssl3 3.0.15-1~deb12u1 3.0.17-1~deb12u2",
                                "openssl 3.0.15-1~deb12u1 3.0.17-1~deb12u2",
                                "git 1:2.39.5-0+deb12u1 1:2.39.5-0+deb12u2")));
    }

    private static HostStatus with(HostStatus host, Acceleration acceleration, boolean accepted, ImageStatus image) {
        return new HostStatus(
                host.version(),
                host.cpus(),
                host.cpuPermille(),
                host.memoryTotal(),
                host.memoryFree(),
                host.diskFree(),
                host.running(),
                acceleration,
                accepted,
                host.defaults(),
                host.most(),
                image,
                host.checks());
    }

    private static Sandbox paused(Sandbox sandbox, String code, String detail) {
        Problem problem = new Problem("belljar:" + code, "machine paused", 409, detail, code, null);
        return with(
                sandbox,
                sandbox.status().state(),
                problem,
                List.of(),
                sandbox.status().guarantees());
    }

    private static Sandbox with(
            Sandbox sandbox,
            SandboxState state,
            @Nullable Problem problem,
            List<Requirement> steps,
            List<Guarantee> guarantees) {
        SandboxStatus was = sandbox.status();
        return new Sandbox(
                sandbox.id(),
                sandbox.spec(),
                new SandboxStatus(
                        state, was.since(), steps, was.gauges(), problem, guarantees, was.observed(), was.lastSeq()),
                sandbox.acceleration(),
                sandbox.created(),
                sandbox.branch(),
                sandbox.base(),
                sandbox.origin(),
                sandbox.tier());
    }
}
