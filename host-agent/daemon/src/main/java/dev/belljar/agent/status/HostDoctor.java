package dev.belljar.agent.status;

import dev.belljar.agent.egress.EgressControls;
import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.agent.route.GuestConnections;
import dev.belljar.agent.sandbox.MachinePlatform;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.sync.git.GitVersion;
import dev.belljar.agent.tool.GuestTool;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.host.DoctorCheck;
import dev.belljar.contract.view.host.DoctorRemedy;
import dev.belljar.contract.view.host.ImageStatus;
import dev.belljar.contract.view.host.ImportedImage;
import dev.belljar.contract.view.host.ToolStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// Checks what Belljar needs from this host and says, in one sentence each, what works and how to fix the rest.
public final class HostDoctor {
    private static final long GIB = 1L << 30;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /// How long results are cached: a screen requests them every second; a newly installed program is found
    /// after this time.
    private static final Duration KEPT = Duration.ofSeconds(30);

    private static final String USE_KVM =
            " To use KVM, enable virtualization in the firmware, load kvm_intel or kvm_amd, and join the kvm group.";

    private static final int MOST_NAMES = 8;

    private final MachinePlatform platform;
    private final EgressControls egress;
    private final GuestConnections web;
    private final GuestTool zellij;
    private final QuotaService quotas;
    private final LongSupplier nanos;
    private final Asking asking;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();

    public HostDoctor(
            MachinePlatform platform,
            EgressControls egress,
            GuestConnections web,
            GuestTool zellij,
            QuotaService quotas) {
        this(platform, egress, web, zellij, quotas, System::nanoTime, HostDoctor::ask);
    }

    HostDoctor(
            MachinePlatform platform,
            EgressControls egress,
            GuestConnections web,
            GuestTool zellij,
            QuotaService quotas,
            LongSupplier nanos,
            Asking asking) {
        this.platform = platform;
        this.egress = egress;
        this.web = web;
        this.zellij = zellij;
        this.quotas = quotas;
        this.nanos = nanos;
        this.asking = asking;
    }

    /// Asks a program for its version.
    interface Asking {
        /// The first line it prints.
        String version(String program) throws CommandException, InterruptedException;
    }

    private record Answer(DoctorCheck check, long at) {}

    List<DoctorCheck> checks(HostFigures figures) throws InterruptedException {
        List<DoctorCheck> checks = new ArrayList<>();
        checks.add(acceleration(platform.probe().cached()));
        checks.add(program("qemu-system-x86_64", "qemu-system-x86", "runs the sandboxes"));
        checks.add(program("qemu-img", "qemu-utils", "creates the sandboxes' disks"));
        checks.add(ConfinementGuarantees.of(platform.driver(), null).check());
        checks.add(program("git", "git", "copies projects into sandboxes and fetches their work"));
        checks.add(image(platform.images().status()));
        if (!platform.images().status().state().equals("ready")) {
            checks.add(program("mmdebstrap", "mmdebstrap", "builds the guest image"));
            checks.add(program("mkfs.erofs", "erofs-utils", "creates the guest image's file system"));
        }
        checks.addAll(imported(platform.imports().list().images()));
        checks.add(sessions(zellij.status()));
        checks.add(disk(figures));
        checks.add(memory(figures));
        checks.add(audit());
        checks.add(new DoctorCheck("Secrets", "ok", egress.secrets().where(), null));
        checks.addAll(web.checks());
        return checks;
    }

    /// The imported images; nothing if there are none.
    static List<DoctorCheck> imported(List<ImportedImage> images) {
        if (images.isEmpty()) {
            return List.of();
        }
        String names =
                images.stream().map(ImportedImage::name).limit(MOST_NAMES).collect(Collectors.joining(", "));
        long bytes = images.stream()
                .collect(Collectors.toMap(ImportedImage::digest, ImportedImage::bytes, (one, _) -> one))
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .sum();
        String detail = "%s%s (%s)".formatted(names, images.size() > MOST_NAMES ? ", …" : "", ByteCount.words(bytes));
        return List.of(new DoctorCheck("Imported images", "ok", detail, null));
    }

    DoctorCheck acceleration(Acceleration acceleration) {
        boolean emulated = acceleration.kind() == Acceleration.Kind.NO_KVM
                || acceleration.kind() == Acceleration.Kind.KVM_UNUSABLE;
        DoctorCheck check = new DoctorCheck(
                "Acceleration: " + acceleration.label(),
                acceleration.kind() == Acceleration.Kind.KVM ? "ok" : "warn",
                sentence(acceleration) + (emulated ? USE_KVM : ""),
                null);
        return emulated && !platform.emulation().given() ? check.withRemedy(DoctorRemedy.ACCEPT_EMULATION) : check;
    }

    private static String sentence(Acceleration acceleration) {
        return acceleration.cost().isEmpty()
                ? acceleration.reason()
                : acceleration.reason() + " " + acceleration.cost();
    }

    private DoctorCheck program(String name, String debianPackage, String what) throws InterruptedException {
        Answer known = answers.get(name);
        if (known != null && nanos.getAsLong() - known.at() < KEPT.toNanos()) {
            return known.check();
        }
        DoctorCheck check = look(name, debianPackage, what);
        answers.put(name, new Answer(check, nanos.getAsLong()));
        return check;
    }

    private DoctorCheck look(String name, String debianPackage, String what) throws InterruptedException {
        try {
            String first = asking.version(name);
            if (GitVersion.parse(first).filter(version -> !version.enough()).isPresent()) {
                return new DoctorCheck(
                        name,
                        "warn",
                        "%s: %s is too old; Belljar needs %s or newer, as in Debian 12"
                                .formatted(what, first.strip(), GitVersion.LEAST),
                        "sudo apt-get install " + debianPackage);
            }
            return new DoctorCheck(
                    name, "ok", "%s: %s".formatted(what, first.isBlank() ? "installed" : first.strip()), null);
        } catch (CommandException e) {
            return new DoctorCheck(name, "fail", "not installed; it " + what, "sudo apt-get install " + debianPackage);
        }
    }

    private static String ask(String program) throws CommandException, InterruptedException {
        return Command.of(program, "--version")
                .timeout(PATIENCE)
                .run()
                .text()
                .lines()
                .findFirst()
                .orElse("");
    }

    private static DoctorCheck sessions(ToolStatus zellij) {
        boolean ready = zellij.state().equals("ready");
        String words = ready
                ? "run in Zellij %s, %s".formatted(zellij.version(), zellij.origin())
                : zellij.state().equals("building")
                        ? "run in tmux; Zellij is being built: %d %%, %s".formatted(zellij.percent(), zellij.step())
                        : "run in tmux, without a web page: Zellij is " + zellij.origin();
        return new DoctorCheck(
                "Terminal sessions", ready ? "ok" : "warn", words, ready ? null : "belljar image zellij");
    }

    private static DoctorCheck image(ImageStatus status) {
        return switch (status.state()) {
            case "ready" -> fresh(status);
            case "building" ->
                new DoctorCheck(
                        "Guest image",
                        "warn",
                        "being built: %d %%, %s".formatted(status.percent(), status.step()),
                        null);
            case "failed" ->
                new DoctorCheck("Guest image", "fail", failure(status), null).withRemedy(DoctorRemedy.BUILD_IMAGE);
            default ->
                new DoctorCheck("Guest image", "warn", "not built yet; the first start builds it", null)
                        .withRemedy(DoctorRemedy.BUILD_IMAGE);
        };
    }

    /// Why the build failed: the first line of the problem, which may quote the build's last output below it.
    private static String failure(ImageStatus status) {
        Problem problem = status.problem();
        return problem == null
                ? "could not be built"
                : problem.detail().lines().findFirst().orElse("could not be built");
    }

    private static DoctorCheck fresh(ImageStatus status) {
        String built = ByteCount.words(status.bytes()) + ", built from Debian packages";
        int updates = status.updates().size();
        if (updates > 0) {
            String words = "%s; Debian has security updates for %d of them".formatted(built, updates);
            return new DoctorCheck("Guest image", "warn", words, null).withRemedy(DoctorRemedy.REFRESH_IMAGE);
        }
        return new DoctorCheck(
                "Guest image",
                "ok",
                status.checked() == null ? built : built + ", no security updates available",
                null);
    }

    private DoctorCheck disk(HostFigures figures) {
        long free = figures.diskFree();
        long reserve = reserve();
        if (free <= reserve) {
            return new DoctorCheck(
                            "Disk",
                            "fail",
                            "%s free, less than the host disk reserve (%s): sandboxes are paused until more space is free"
                                    .formatted(ByteCount.words(free), ByteCount.words(reserve)),
                            null)
                    .withRemedy(DoctorRemedy.SHOW_STORAGE);
        }
        String detail = ByteCount.words(free) + " free";
        return free > 10 * GIB
                ? new DoctorCheck("Disk", "ok", detail, null)
                : new DoctorCheck(
                        "Disk",
                        free > 3 * GIB ? "warn" : "fail",
                        detail + "; a guest image and a sandbox need about 4 GB",
                        null);
    }

    private long reserve() {
        try {
            return quotas.reserve().bytes(platform.folders().data());
        } catch (IOException e) {
            return 0;
        }
    }

    private DoctorCheck audit() {
        return egress.audit()
                .problem()
                .map(problem -> new DoctorCheck("Audit log", "fail", problem, "belljar audit verify"))
                .orElseGet(() -> new DoctorCheck("Audit log", "ok", "writable, with no known missing lines", null));
    }

    private static DoctorCheck memory(HostFigures figures) {
        long free = figures.memoryFree();
        String detail = ByteCount.words(free) + " of " + ByteCount.words(figures.memoryTotal()) + " free";
        return new DoctorCheck("Memory", free > 2 * GIB ? "ok" : "warn", detail, null);
    }
}
