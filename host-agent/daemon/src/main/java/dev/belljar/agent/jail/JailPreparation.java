package dev.belljar.agent.jail;

import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.jail.plan.HostPaths;
import dev.belljar.agent.jail.plan.JailException;
import dev.belljar.agent.jail.plan.JailFolders;
import dev.belljar.agent.jail.plan.JailOwner;
import dev.belljar.agent.jail.plan.JailPlan;
import dev.belljar.agent.jail.plan.JailPlanBuilder;
import dev.belljar.agent.jail.plan.MountKind;
import dev.belljar.agent.jail.plan.PlanEncoder;
import dev.belljar.agent.jail.plan.PlanMount;
import dev.belljar.agent.jail.policy.JailPolicyFiles;
import dev.belljar.agent.jail.policy.JailPolicyStore;
import dev.belljar.agent.jail.policy.MergedJailPolicy;
import dev.belljar.agent.jail.syscall.FilterCache;
import dev.belljar.agent.jail.syscall.SyscallPresets;
import dev.belljar.contract.host.UserId;
import dev.belljar.contract.jail.JailMode;
import dev.belljar.contract.jail.SyscallPolicy;
import dev.belljar.contract.jail.SyscallPreset;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.jail.PrepareJail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Turns requests into plans on disk.
final class JailPreparation {
    private static final Logger LOG = LoggerFactory.getLogger(JailPreparation.class);
    private static final int ID_LETTERS = 6;
    private static final int HOME_FIELD = 5;

    private final HostFolders folders;
    private final Path userHome;
    private final HostPaths paths = new RealHostPaths();
    private final FilterCache filters = new FilterCache();
    private final JailPolicyStore policies;

    /// A plan on disk, and how to start it. `allowed` are paths that are decided before anybody asks.
    record ReadyJail(String id, Path plan, Path socket, List<String> argv, List<String> allowed) {}

    JailPreparation(HostFolders folders, Path userHome, JailPolicyStore policies) {
        this.folders = folders;
        this.userHome = userHome;
        this.policies = policies;
    }

    /// A new id: a letter and six hexadecimal digits.
    static String freshId(String letter) {
        return letter
                + HexFormat.of()
                        .toHexDigits(ThreadLocalRandom.current().nextInt())
                        .substring(8 - ID_LETTERS);
    }

    /// Builds the plan of a request and writes it.
    ///
    /// @throws BelljarException if the request is invalid, or this host cannot run it
    ReadyJail prepare(PrepareJail request) throws BelljarException {
        Path program = new JailProgram(folders.home()).path();
        String id = freshId("k");
        Path folder = folders.runtime().resolve("jails");
        Path plan = folder.resolve(id + ".plan");
        Path socket = folder.resolve(id + ".sock");
        List<String> allowed;
        try {
            privately(folder);
            Path overlays = folders.data()
                    .resolve("jails")
                    .resolve("overlays")
                    .resolve(JailPolicyFiles.digest(request.project()));
            JailOwner owner = owner(request);
            MergedJailPolicy policy = policies.merged(request.project(), owner.home());
            JailFolders places = new JailFolders(overlays.toString(), socket.toString());
            JailPlanBuilder builder = new JailPlanBuilder(paths, owner, places, policy.paths());
            JailPlan built = builder.build(id, request, filters.get(syscalls(request, policy)));
            allowed = builder.granted(built);
            for (PlanMount mount : built.mounts()) {
                if (mount.kind() == MountKind.OVERLAY) {
                    overlay(mount);
                }
            }
            Files.write(
                    Files.createFile(
                            plan, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))),
                    PlanEncoder.encode(built),
                    StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new JailException(
                    JailException.FAILED, "the plan of the jail cannot be written: " + e.getMessage(), null, e);
        }
        return new ReadyJail(
                id, plan, socket, List.of(program.toString(), "launch", "--plan", plan.toString()), allowed);
    }

    /// Removes what is left of a jail in the runtime folder.
    void remove(ReadyJail jail) {
        try {
            Files.deleteIfExists(jail.plan());
            Files.deleteIfExists(jail.socket());
        } catch (IOException e) {
            LOG.warn("files of jail {} were left: {}", jail.id(), e.getMessage());
        }
    }

    private static List<SyscallPolicy> syscalls(PrepareJail request, MergedJailPolicy policy) {
        Set<SyscallPreset> presets = EnumSet.of(SyscallPreset.NO_NEW_NAMESPACES);
        presets.addAll(policy.presets());
        if (request.noDebugging()) {
            presets.add(SyscallPreset.NO_DEBUGGING);
        }
        return SyscallPresets.jail(policy.syscalls(), presets, request.mode() != JailMode.STATIC);
    }

    /// The user who the jail's command is: the one of this program, or the owner of the project for the
    /// host's root, whom no jail may be.
    private JailOwner owner(PrepareJail request) throws IOException, JailException {
        Path of = UserId.own() == 0 ? Path.of(request.project()) : Path.of("/proc/self");
        if (!Files.exists(of)) {
            throw new JailException(
                    JailException.INVALID, request.project() + ": there is no such folder", "Name a project.");
        }
        int user = UserId.of(of);
        int group = (int) Files.getAttribute(of, "unix:gid");
        if (user == 0 || group == 0) {
            throw new JailException(
                    JailException.UNAVAILABLE,
                    "a jail cannot be the host's root user or group, and the project belongs to them",
                    "Run Belljar as an ordinary user, or give the project folder to one.");
        }
        String account = home(user);
        String home = UserId.own() == 0 ? account : userHome.toString();
        Set<String> homes = new TreeSet<>(List.of(home));
        for (String other : List.of(account, userHome.toString(), home(UserId.own()))) {
            // What belongs to another user, the jail cannot enter.
            if (Files.isDirectory(Path.of(other)) && UserId.of(Path.of(other)) == user) {
                homes.add(other);
            }
        }
        return new JailOwner(home, user, group, homes);
    }

    /// The home folder of a user's account; the one of this program if there is no such account.
    private String home(int user) throws IOException {
        return Files.readAllLines(Path.of("/etc/passwd")).stream()
                .map(line -> line.split(":", -1))
                .filter(fields -> fields.length > HOME_FIELD && fields[2].equals(Integer.toString(user)))
                .map(fields -> fields[HOME_FIELD])
                .findFirst()
                .orElse(userHome.toString());
    }

    /// Creates the folders of an overlay. What the jail sees has the permissions of the folder for changes,
    /// which are therefore those of the original.
    private static void overlay(PlanMount mount) throws IOException {
        Path lower = Path.of(mount.paths().getFirst());
        Path upper = Path.of(mount.paths().get(2));
        if (!Files.exists(upper)) {
            privately(upper);
            Files.setPosixFilePermissions(upper, Files.getPosixFilePermissions(lower));
            if (UserId.own() == 0) {
                Files.setAttribute(upper, "unix:uid", Files.getAttribute(lower, "unix:uid"));
                Files.setAttribute(upper, "unix:gid", Files.getAttribute(lower, "unix:gid"));
            }
        }
        privately(Path.of(mount.paths().get(3)));
    }

    private static void privately(Path folder) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
}
