package dev.belljar.app.recorded;

import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Gauges;
import dev.belljar.contract.sandbox.Guarantee;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SandboxStatus;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.host.DoctorCheck;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.host.ImageStatus;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The host and its sandboxes at the recorded time, 14:32:07.
public final class RecordedHost {
    /// The recorded time, which does not advance.
    public static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T14:32:07Z"), ZoneOffset.UTC);

    static final String RISK =
            "QEMU's documentation gives no isolation guarantee for emulation: only the confinement of the QEMU process"
                    + " stops sandboxed code that exploits a bug in QEMU.";

    public static final Acceleration TCG = new Acceleration(
            Acceleration.Kind.NO_KVM,
            "Emulated (slow, less isolated)",
            "/dev/kvm does not exist: virtualization is disabled in the firmware, or its kernel module is not loaded.",
            "Computation is about 10 times slower than with hardware virtualization. " + RISK,
            2_400_000L,
            false,
            1_840,
            "7.2.22",
            now());

    private static final long MIB = 1024L * 1024;

    private RecordedHost() {}

    static long now() {
        return Instant.parse("2026-11-21T14:32:07Z").toEpochMilli();
    }

    /// Milliseconds since the epoch of a time of the recorded day, `HH:mm:ss`.
    public static long at(String time) {
        return Instant.parse("2026-11-21T" + time + "Z").toEpochMilli();
    }

    /// The projects and the branches of `shop`; `billing` is being created, `legacy-admin` failed,
    /// `api` and `blog` are hibernated. The figures are the CPU loads, in permille
    /// of a CPU, of `shop`, `try-1` and `try-2`.
    static List<Sandbox> sandboxes(int shop, int first, int second) {
        return List.of(
                running("shop", "main", shop, 612 * MIB, 15),
                stopped("api", "main", "13:31:00", StorageTier.HOT),
                running("docs", "rewrite", 8, 204 * MIB, 9),
                failed(),
                creating(),
                stopped("blog", "main", "09:12:00", StorageTier.WARM),
                branch("try-1", first, 318 * MIB, "14:03:20"),
                branch("try-2", second, 297 * MIB, "14:03:21"));
    }

    static HostStatus host(ImageStatus image) {
        return new HostStatus(
                "0.1.0",
                16,
                112,
                32L * 1024 * MIB,
                29L * 1024 * MIB,
                212L * 1024 * MIB,
                2,
                TCG,
                true,
                new MachineLimits(8192, 4, 16384),
                new MachineLimits(24576, 16, 131072),
                image,
                checks());
    }

    static ImageStatus ready() {
        return new ImageStatus(
                "ready",
                100,
                "",
                null,
                List.of(),
                "9f2c41d0",
                "/home/mia/.cache/belljar/images/9f2c41d0",
                412 * MIB,
                null,
                at("09:00:00"),
                List.of());
    }

    static ImageStatus building() {
        return new ImageStatus(
                "building",
                62,
                "Installing Debian packages",
                at("14:29:47"),
                List.of(
                        "Get:214 http://deb.debian.org/debian bookworm/main amd64 git amd64 1:2.39.5-0+deb12u2 [7,256"
                                + " kB]",
                        "Selecting previously unselected package git.",
                        "Unpacking git (1:2.39.5-0+deb12u2) ...",
                        "Selecting previously unselected package tmux.",
                        "Unpacking tmux (3.3a-3) ..."),
                null,
                null,
                0,
                null,
                at("09:00:00"),
                List.of());
    }

    static ImageStatus brokenImage() {
        Problem problem = new Problem(
                "belljar:image.build-failed",
                "image build failed",
                500,
                "The guest image could not be built: build-image exited with code 1\nE: mmdebstrap failed to run",
                "image.build-failed",
                "No incomplete image was left behind. Try again with `belljar image build`.");
        return new ImageStatus(
                "failed",
                12,
                "Downloading Debian packages",
                null,
                List.of(
                        "W: Failed to fetch http://deb.debian.org/debian/dists/bookworm/InRelease",
                        "   Temporary failure resolving 'deb.debian.org'",
                        "E: mmdebstrap failed to run"),
                null,
                null,
                0,
                problem,
                at("09:00:00"),
                List.of());
    }

    private static List<DoctorCheck> checks() {
        return List.of(
                new DoctorCheck(
                        "Acceleration: " + TCG.label(),
                        "warn",
                        TCG.reason() + " " + TCG.cost()
                                + " To use KVM, enable virtualization in the firmware, load kvm_intel or kvm_amd, and"
                                + " join the kvm group.",
                        null),
                ok(
                        "qemu-system-x86_64",
                        "runs the sandboxes: QEMU emulator version 7.2.22 (Debian 1:7.2+dfsg-7+deb12u18)"),
                ok("qemu-img", "creates the sandboxes' disks: qemu-img version 7.2.22 (Debian 1:7.2+dfsg-7+deb12u18)"),
                ok("Confinement", "QEMU and git see only their own files (namespaces, Landlock ABI 6, seccomp)"),
                ok("git", "copies projects into sandboxes and fetches their work: git version 2.39.5"),
                ok("Guest image", "432.0 MB, built from Debian packages, no security updates available"),
                ok("Terminal sessions", "run in Zellij 0.45.1, found on the PATH"),
                ok("Disk", "227.6 GB free"),
                ok("Memory", "31.1 GB of 34.4 GB free"),
                ok("Audit log", "writable, with no known missing lines"),
                ok(
                        "Secrets",
                        "secrets are stored in the desktop keyring; those that the keyring rejects are stored in a file"
                                + " that only you can read"),
                ok(
                        "API",
                        "listening on /run/user/1000/belljar/api.sock (this user only) and on 127.0.0.1:8082"
                                + " (token required)"),
                new DoctorCheck("Caddy", "fail", "Caddy exited with code 1 and is being restarted", null),
                ok("Names: sandbox.localhost", "every program on this computer can resolve these names"),
                new DoctorCheck(
                        "Names: sandbox.local",
                        "warn",
                        "not announced, because Avahi is not available (avahi-daemon is not on the system bus);"
                                + " addresses use sandbox.localhost",
                        "sudo apt-get install avahi-daemon libnss-mdns"));
    }

    private static DoctorCheck ok(String name, String detail) {
        return new DoctorCheck(name, "ok", detail, null);
    }

    private static Sandbox running(String name, String branch, int cpu, long memory, int processes) {
        Gauges gauges = new Gauges(cpu, memory, 8192 * MIB, 1433 * MIB, 16384 * MIB, processes, now());
        return sandbox(name, branch, SandboxState.RUNNING, at("12:18:00"), List.of(), gauges, null, "~/code/" + name);
    }

    private static Sandbox branch(String name, int cpu, long memory, String made) {
        Gauges gauges = new Gauges(cpu, memory, 8192 * MIB, 1433 * MIB, 16384 * MIB, 11, now());
        Sandbox like = sandbox(name, "main", SandboxState.RUNNING, at(made), List.of(), gauges, null, "~/code/shop");
        return kept(like, at(made), "s4", null);
    }

    private static Sandbox stopped(String name, String branch, String since, StorageTier tier) {
        Gauges gauges = new Gauges(0, 0, 0, 388 * MIB, 16384 * MIB, 0, at(since));
        Sandbox like =
                sandbox(name, branch, SandboxState.STOPPED, at(since), List.of(), gauges, null, "~/code/" + name);
        return kept(like, like.created(), null, tier);
    }

    private static Sandbox kept(Sandbox like, long created, @Nullable String origin, @Nullable StorageTier tier) {
        return new Sandbox(
                like.id(),
                like.spec(),
                like.status(),
                like.acceleration(),
                created,
                like.branch(),
                like.base(),
                origin,
                tier);
    }

    private static Sandbox failed() {
        Problem problem = new Problem(
                "belljar:vm.silent-boot",
                "vm silent boot",
                504,
                "sandbox legacy-admin: the guest printed nothing in any of 3 boot attempts",
                "vm.silent-boot",
                "Run `belljar doctor`, which tests the acceleration again.");
        return sandbox(
                "legacy-admin",
                null,
                SandboxState.ERROR,
                at("14:29:50"),
                List.of(),
                null,
                problem,
                "~/code/legacy-admin");
    }

    private static Sandbox creating() {
        List<Requirement> steps = List.of(
                step("capture", "Read the project", Requirement.State.MET, 212, null, null),
                step("machine", "Start the machine", Requirement.State.MET, 640, null, null),
                step("guest", "Connect to the guest agent", Requirement.State.MET, 9_200, null, null),
                step("identity", "Set a new identity", Requirement.State.MET, 84, null, null),
                step(
                        "project",
                        "Copy the project to /workspace",
                        Requirement.State.WAITING,
                        3_100,
                        64,
                        "41.0 of 64.1 MB"));
        return sandbox("billing", "main", SandboxState.STARTING, at("14:31:52"), steps, null, null, "~/code/billing");
    }

    private static Requirement step(
            String name,
            String label,
            Requirement.State state,
            long millis,
            @Nullable Integer percent,
            @Nullable String detail) {
        return new Requirement(name, label, state, millis, percent, detail, null);
    }

    private static Sandbox sandbox(
            String name,
            @Nullable String branch,
            SandboxState state,
            long since,
            List<Requirement> steps,
            @Nullable Gauges gauges,
            @Nullable Problem problem,
            String project) {
        boolean plain = branch == null;
        return new Sandbox(
                "sb-" + name,
                new SandboxSpec(name, project, "microvm", new MachineLimits(8192, 4, 16384), plain),
                new SandboxStatus(
                        state,
                        since,
                        steps,
                        gauges,
                        problem,
                        guarantees(state == SandboxState.RUNNING),
                        state == SandboxState.RUNNING,
                        4_200),
                TCG,
                at("12:18:00")
                        + List.of("shop", "api", "docs", "legacy-admin", "billing", "blog")
                                .indexOf(name),
                branch,
                plain ? null : "3f2a9b0c77d21e9d3c0e85be07d1a41f9c2b1a00",
                null,
                null);
    }

    /// What the host agent reports of a machine that runs emulated, with every layer of confinement and its network
    /// closed; `running` is false if no machine's process could be inspected.
    private static List<Guarantee> guarantees(boolean running) {
        String unseen = running ? "" : " The sandbox is not running, so this was not checked.";
        return List.of(
                new Guarantee(
                        "own-kernel", true, "The project runs on its own kernel, not on this computer's." + unseen),
                new Guarantee("hardware", false, TCG.reason()),
                new Guarantee("isolation-supported", false, RISK),
                new Guarantee(
                        "device-sandbox",
                        true,
                        "QEMU runs under its own seccomp filter: no new processes, no new privileges, no resource"
                                + " control."
                                + unseen),
                new Guarantee(
                        "egress",
                        true,
                        "Every packet goes to the host agent; only connections that a rule allows are forwarded."),
                new Guarantee(
                        "no-way-in",
                        true,
                        "QEMU has no access to this computer's devices or folders. It listens only on Unix sockets, for"
                                + " requests from the host agent." + unseen),
                new Guarantee(
                        "guest-aslr",
                        false,
                        "Address space layout randomization (ASLR) is off in the guest, because it would make emulation"
                                + " three times slower."),
                new Guarantee(
                        "memory-snapshot",
                        true,
                        "A snapshot of a running sandbox can be taken, and any number of branches can be started"
                                + " from it."),
                new Guarantee(
                        "confined-files",
                        true,
                        "QEMU sees only this sandbox's files and the system's programs: a mount namespace and Landlock"
                                + " enforce this. Code that escapes into QEMU could still change this sandbox's own disk,"
                                + " including layers that were written after it started and are shared with its"
                                + " branches."),
                new Guarantee(
                        "confined-network",
                        true,
                        "QEMU can neither open a network socket nor connect to any socket: a seccomp filter forbids it,"
                                + " and QEMU's network namespace is empty."),
                new Guarantee(
                        "confined-processes",
                        true,
                        "QEMU cannot read, trace or signal other processes: a seccomp filter and Landlock forbid it."
                                + " QEMU shares this computer's PID namespace, because the host agent must be able to find"
                                + " QEMU again."),
                new Guarantee(
                        "confined-user",
                        true,
                        "QEMU runs as you, but in a user namespace where it has no rights over your other processes."),
                new Guarantee(
                        "confined-memory",
                        true,
                        running
                                ? "QEMU has its own control group, which limits it to 11.5 GB of memory and 512"
                                        + " threads."
                                : "Each sandbox's QEMU runs in its own control group, which limits its memory and"
                                        + " threads."));
    }
}
