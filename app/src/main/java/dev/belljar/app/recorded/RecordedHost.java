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
import dev.belljar.contract.view.DoctorCheck;
import dev.belljar.contract.view.HostStatus;
import dev.belljar.contract.view.ImageStatus;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The host and its sandboxes at the recorded time, 14:32:07.
public final class RecordedHost {
    /// The recorded time, which does not advance.
    public static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T14:32:07Z"), ZoneOffset.UTC);

    public static final Acceleration TCG = new Acceleration(
            Acceleration.Kind.NO_KVM,
            "Emulated (slow) · no KVM",
            "There is no /dev/kvm here, so machines are emulated.",
            "Builds take several times longer.",
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
    /// `api` and `blog` are hibernated.
    static List<Sandbox> sandboxes(int cpuPermille) {
        return List.of(
                running("shop", "main", cpuPermille, 612 * MIB, 15),
                stopped("api", "main", "13:31:00", StorageTier.HOT),
                running("docs", "rewrite", 8, 204 * MIB, 9),
                failed(),
                creating(),
                stopped("blog", "main", "09:12:00", StorageTier.WARM),
                branch("try-1", cpuPermille * 2 / 3, 318 * MIB, "14:03:20"),
                branch("try-2", cpuPermille / 2 + 9, 297 * MIB, "14:03:21"));
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
                "/home/mia/.cache/belljar/image",
                412 * MIB,
                null,
                1_700_000_000_000L,
                List.of());
    }

    static ImageStatus building() {
        return new ImageStatus(
                "building",
                62,
                "Unpacking tmux 3.3a",
                at("14:29:47"),
                List.of(
                        "Get:214 http://deb.debian.org/debian bookworm/main amd64 git amd64 1:2.39.5-0+deb12u2 [7,256 kB]",
                        "Selecting previously unselected package git.",
                        "Unpacking git (1:2.39.5-0+deb12u2) ...",
                        "Selecting previously unselected package tmux.",
                        "Unpacking tmux (3.3a-3) ..."),
                null,
                null,
                0,
                null,
                1_700_000_000_000L,
                List.of());
    }

    static ImageStatus brokenImage() {
        Problem problem = new Problem(
                "belljar:image.not-built",
                "image not built",
                500,
                "mmdebstrap exited with code 25: deb.debian.org could not be reached (Temporary failure resolving).",
                "image.not-built",
                "Check the network connection, then build it again: what was fetched is kept.");
        return new ImageStatus(
                "failed",
                12,
                "Fetching packages",
                null,
                List.of(
                        "W: Failed to fetch http://deb.debian.org/debian/dists/bookworm/InRelease",
                        "   Temporary failure resolving 'deb.debian.org'",
                        "E: mmdebstrap failed to run"),
                null,
                null,
                0,
                problem,
                1_700_000_000_000L,
                List.of());
    }

    private static List<DoctorCheck> checks() {
        return List.of(
                new DoctorCheck(
                        "Names in the browser",
                        "fail",
                        "Port 443 is taken by nginx (pid 1402), so names in the browser cannot open.",
                        "sudo systemctl stop nginx"),
                new DoctorCheck(
                        "Acceleration",
                        "warn",
                        "No /dev/kvm here: machines run in emulation, and builds take several times longer.",
                        "sudo modprobe kvm_intel"),
                new DoctorCheck(
                        "Disk",
                        "warn",
                        "Your home is ext4, without reflinks: a snapshot pauses the machine for about 100 ms.",
                        null),
                new DoctorCheck(
                        "QEMU", "ok", "7.2.22, and it starts locked down: no new privileges, no new processes.", null),
                new DoctorCheck("Host agent", "ok", "Answers on 127.0.0.1:8082 to this user alone.", null),
                new DoctorCheck("Room", "ok", "212 GB of disk and 29 GB of memory are free.", null),
                new DoctorCheck("Git", "ok", "2.39.5; hooks and filters are never run on what comes back.", null),
                new DoctorCheck("Terminal", "ok", "Pseudo-terminals work.", null));
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
                "belljar:vm.no-boot",
                "vm no boot",
                500,
                "The machine printed nothing for 40 s after it was started twice.",
                "vm.no-boot",
                "Start it again; if it stays silent, belljar doctor tests the emulator.");
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
                step("capture", "Read the folder, 1,942 files", Requirement.State.MET, 212, null, null),
                step("boot", "Boot the machine", Requirement.State.MET, 9_840, null, null),
                step(
                        "workspace",
                        "Copy the project to /workspace",
                        Requirement.State.WAITING,
                        3_100,
                        64,
                        "src/ledger/2024/fixtures.sql, 41 of 64 MB"),
                step("observe", "Watch processes and files", Requirement.State.PENDING, 0, null, null),
                step("network", "Close the network", Requirement.State.PENDING, 0, null, null));
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
                        List.of(
                                new Guarantee("Own kernel", true, "yes"),
                                new Guarantee(
                                        "Network",
                                        true,
                                        "Every packet goes to the host agent; only connections that a rule allows are forwarded."),
                                new Guarantee("Speed", false, "emulated")),
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
}
