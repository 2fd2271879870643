package dev.belljar.agent.jail.plan;

import dev.belljar.agent.jail.syscall.FilterProgram;
import dev.belljar.contract.jail.JailMode;
import dev.belljar.contract.request.jail.PrepareJail;
import dev.belljar.contract.text.VisibleText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Builds the plan of a jail.
///
/// The host's files are where they always are, and read-only. On top are, from the outside to the inside,
/// what the jail may change (the project, caches and what the user named), overlays, and what of the project
/// stays read-only because git on the host would execute it. Masks come last, so that nothing can lie over
/// them.
public final class JailPlanBuilder {
    /// How long an access is held at most.
    public static final int HOLD_MILLIS = 300_000;

    private static final long MIB = 1 << 20;
    private static final long TMP_BYTES = 2_048 * MIB;
    private static final long RUN_BYTES = 64 * MIB;
    private static final long MOST_PROCESSES = 4_096;
    /// What a jail has of its own; nothing of the host's may be mounted there.
    private static final List<String> OWN = List.of("/dev", "/proc", "/run", "/sys");
    /// What git on the host reads or executes.
    private static final List<String> EXECUTED = List.of(".git/config", ".git/hooks");
    private static final List<String> SYSTEM = List.of("/usr", "/etc", "/opt", "/nix/store");

    private final HostPaths host;
    private final JailOwner owner;
    private final JailFolders folders;
    private final PathDecisions decisions;

    /// A builder of plans for one user. `decisions` are those of the user's policies.
    public JailPlanBuilder(HostPaths host, JailOwner owner, JailFolders folders, PathDecisions decisions) {
        this.host = host;
        this.owner = owner;
        this.folders = folders;
        // Rules may name links to what is hidden.
        this.decisions = PathDecisions.of(
                decisions.allowed().stream()
                        .map(host::real)
                        .flatMap(Optional::stream)
                        .toList(),
                decisions.denied());
    }

    /// Builds a plan.
    ///
    /// @throws JailException if the request names paths that cannot be used that way
    public JailPlan build(String id, PrepareJail request, FilterProgram filter) throws JailException {
        boolean asks = request.mode() != JailMode.STATIC;
        String project = area("the project", request.project());
        String folder = existing("the folder", request.folder());
        NavigableSet<String> blacklist = new TreeSet<>(decisions.denied());
        for (String path : request.blacklist()) {
            blacklist.add(existing("--blacklist", path));
        }
        NavigableMap<String, Boolean> masks = masks(blacklist, asks);
        List<PlanMount> mounts = own();
        List<PlanMount> areas = new ArrayList<>();
        writable(request, project).forEach(path -> areas.add(PlanMount.bind(path, MountAttribute.WRITE)));
        for (String path : overlays(request)) {
            areas.add(PlanMount.overlay(path, changes(path, "upper"), changes(path, "work")));
        }
        for (String executed : EXECUTED) {
            host.real(project + "/" + executed)
                    .filter(path -> path.equals(project + "/" + executed))
                    .ifPresent(path -> areas.add(PlanMount.bind(path)));
        }
        for (PlanMount area : areas) {
            refuseIn(masks, area.target());
        }
        areas.stream().sorted(Comparator.comparing(PlanMount::target)).forEach(mounts::add);
        masks.forEach((path, ask) -> mounts.add(PlanMount.mask(path, ask)));
        JailPlan plan = new JailPlan(
                PlanIdentity.of(owner.user(), owner.group(), "jail-" + id),
                mounts,
                new PlanCommand(request.command(), environment(id, request), folder, request.terminal()),
                List.of(
                        new PlanLimit(PlanLimit.CORE_FILE, 0, 0),
                        new PlanLimit(PlanLimit.PROCESSES, MOST_PROCESSES, MOST_PROCESSES)),
                filter,
                new PlanControl(folders.socket(), asks ? HOLD_MILLIS : 0, open(project, masks.keySet())));
        JailPlanValidator.check(plan);
        return plan;
    }

    /// The paths in masks of a plan that ask which are allowed from the start.
    public List<String> granted(JailPlan plan) {
        return decisions.allowed().stream()
                .filter(path -> plan.mounts().stream()
                        .anyMatch(mount -> mount.kind() == MountKind.MASK
                                && mount.has(MountAttribute.ASK)
                                && PlanPaths.within(mount.target(), path)))
                .toList();
    }

    private static NavigableMap<String, String> environment(String id, PrepareJail request) throws JailException {
        NavigableMap<String, String> environment = new TreeMap<>();
        for (String word : request.environment()) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw JailException.invalid(
                        "environment: \"%s\" is no variable".formatted(VisibleText.line(word)), "Write NAME=VALUE.");
            }
            environment.put(word.substring(0, equals), word.substring(equals + 1));
        }
        environment.put("BELLJAR_JAIL", id);
        return environment;
    }

    private static List<PlanMount> own() {
        return new ArrayList<>(List.of(
                PlanMount.bind("/"),
                PlanMount.memory("/tmp", TMP_BYTES, MountAttribute.WRITE),
                PlanMount.memory("/var/tmp", TMP_BYTES, MountAttribute.WRITE),
                PlanMount.memory("/run", RUN_BYTES, MountAttribute.WRITE),
                PlanMount.memory("/sys", MIB),
                new PlanMount(MountKind.PROC, Set.of(), List.of("/proc"), 0),
                new PlanMount(MountKind.DEV, Set.of(), List.of("/dev"), 0)));
    }

    /// What is hidden, and whether it is asked. A mask within another one would be of no use.
    private NavigableMap<String, Boolean> masks(NavigableSet<String> blacklist, boolean asks) {
        NavigableMap<String, Boolean> all = new TreeMap<>();
        owner.homes().stream()
                .flatMap(home -> HomePaths.secrets(home).stream())
                .map(host::real)
                .flatMap(Optional::stream)
                .filter(this::hideable)
                .filter(path -> decisions.allowed().stream().noneMatch(folder -> PlanPaths.within(folder, path)))
                .forEach(path -> all.put(path, asks));
        blacklist.stream().map(host::real).flatMap(Optional::stream).forEach(path -> all.put(path, false));
        NavigableMap<String, Boolean> outer = new TreeMap<>();
        all.forEach((path, ask) -> {
            List<String> around = all.keySet().stream()
                    .filter(other -> !other.equals(path) && PlanPaths.within(other, path))
                    .toList();
            if (around.isEmpty()) {
                outer.put(path, ask);
            } else if (!ask) {
                // What must never be shown is in a folder that could be: the folder stays hidden too.
                around.forEach(other -> outer.put(other, false));
            }
        });
        outer.keySet()
                .removeIf(path -> outer.keySet().stream()
                        .anyMatch(other -> !other.equals(path) && PlanPaths.within(other, path)));
        return outer;
    }

    /// False for a secret that is a link to something that the jail has of its own (a history in
    /// `/dev/null`), or to a folder around the home folder.
    private boolean hideable(String path) {
        return PlanPaths.valid(path)
                && owner.homes().stream().noneMatch(home -> PlanPaths.within(path, home))
                && OWN.stream().noneMatch(taken -> PlanPaths.within(taken, path));
    }

    private NavigableSet<String> writable(PrepareJail request, String project) throws JailException {
        NavigableSet<String> areas = new TreeSet<>(List.of(project));
        for (String path : request.writable()) {
            areas.add(area("--rw", path));
        }
        NavigableSet<String> overlays = overlays(request);
        for (String path : overlays) {
            if (areas.contains(path)) {
                throw JailException.invalid(
                        path + " is named as a writable folder and as an overlay",
                        "Use --rw to change the original, or --overlay to keep changes in the jail.");
            }
        }
        HomePaths.caches(owner.home()).stream()
                .map(host::real)
                .flatMap(Optional::stream)
                .filter(path -> overlays.stream().noneMatch(over -> PlanPaths.within(over, path)))
                .forEach(areas::add);
        NavigableSet<String> outer = new TreeSet<>(areas);
        outer.removeIf(path -> areas.stream().anyMatch(other -> !other.equals(path) && PlanPaths.within(other, path)));
        return outer;
    }

    private NavigableSet<String> overlays(PrepareJail request) throws JailException {
        NavigableSet<String> overlays = new TreeSet<>();
        for (String path : request.overlays()) {
            String real = area("--overlay", path);
            if (!host.folder(real)) {
                throw JailException.invalid("--overlay " + real + " is a file", "Name a folder.");
            }
            overlays.add(real);
        }
        return overlays;
    }

    /// Where the changes to an overlay are kept; each overlay has a folder of its own.
    private String changes(String path, String what) {
        return folders.overlays() + "/" + path.substring(1).replace("%", "%25").replace("/", "%2f") + "/" + what;
    }

    private static void refuseIn(NavigableMap<String, Boolean> masks, String path) throws JailException {
        for (String mask : masks.keySet()) {
            if (PlanPaths.within(mask, path)) {
                throw JailException.invalid(
                        path + " cannot be shown, because " + mask + " is hidden from jails",
                        "Allow " + mask + " in a policy, or name another folder.");
            }
        }
    }

    /// The real path of something that the jail may change.
    private String area(String what, String path) throws JailException {
        String real = existing(what, path);
        if (PlanPaths.within(real, owner.home())) {
            throw JailException.invalid(
                    "%s %s: a jail must not be able to change all of the home folder".formatted(what, real),
                    "Name a folder in it.");
        }
        boolean own = OWN.stream().anyMatch(taken -> PlanPaths.within(taken, real));
        boolean whole = Stream.of("/tmp", "/var", "/var/tmp").anyMatch(real::equals);
        if (own || whole) {
            throw JailException.invalid(
                    "%s %s: a jail has its own files there".formatted(what, real), "Name another folder.");
        }
        return real;
    }

    private String existing(String what, String path) throws JailException {
        if (!PlanPaths.valid(path)) {
            throw JailException.invalid(
                    "%s \"%s\": expected an absolute path without .. or control characters"
                            .formatted(what, VisibleText.line(path)),
                    "Name an existing file or folder.");
        }
        return host.real(path)
                .filter(PlanPaths::valid)
                .orElseThrow(() -> JailException.invalid(
                        "%s %s: there is no such file or folder".formatted(what, path),
                        "Create it first, or name another one."));
    }

    private List<String> open(String project, Set<String> masks) {
        return Stream.concat(SYSTEM.stream(), Stream.of(project))
                .filter(path -> host.real(path).filter(path::equals).isPresent())
                .filter(path -> masks.stream().noneMatch(mask -> PlanPaths.within(path, mask)))
                .toList();
    }
}
