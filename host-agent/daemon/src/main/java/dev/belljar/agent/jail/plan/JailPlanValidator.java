package dev.belljar.agent.jail.plan;

import static dev.belljar.agent.jail.plan.PlanCheck.require;

import dev.belljar.contract.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Checks that a plan is one that may be applied: the same rules as those of `belljar-jail`, which checks
/// again.
public final class JailPlanValidator {
    static final int MOST_MOUNTS = 1_024;
    static final int MOST_WORDS = 1_024;
    static final int MOST_VARIABLES = 512;
    static final int MOST_OPEN = 256;
    private static final int MOST_LIMITS = 16;
    private static final int LONGEST_WORD = 128 << 10;
    private static final int LONGEST_HOLD = 86_400_000;
    private static final int LONGEST_SOCKET = 107;
    private static final int MOST_RANGES = 8;
    private static final long MOST_SIZE = 1L << 40;

    private JailPlanValidator() {}

    /// Checks a plan.
    ///
    /// @throws JailException naming what is wrong
    public static void check(JailPlan plan) throws JailException {
        identity(plan.identity());
        command(plan.command());
        mounts(plan.mounts());
        new MountOrder(plan.mounts()).check();
        require(plan.limits().size() <= MOST_LIMITS, "limits: expected at most %d", MOST_LIMITS);
        for (PlanLimit limit : plan.limits()) {
            require(
                    limit.resource() >= 0
                            && limit.resource() < MOST_LIMITS
                            && Long.compareUnsigned(limit.soft(), limit.hard()) <= 0,
                    "limit %d: expected a resource from 0 to 15, and the soft limit not above the hard one",
                    limit.resource());
        }
        PlanControl control = plan.control();
        require(
                PlanPaths.valid(control.socket())
                        && control.socket().getBytes(StandardCharsets.UTF_8).length <= LONGEST_SOCKET,
                "the socket \"%s\": expected an absolute path of at most 107 bytes",
                shown(control.socket()));
        require(
                control.holdMillis() >= 0 && control.holdMillis() <= LONGEST_HOLD,
                "the time that an access is held: expected at most a day");
        require(control.open().size() <= MOST_OPEN, "open paths: expected at most %d", MOST_OPEN);
        for (String path : control.open()) {
            path("the open path", path);
        }
    }

    private static void identity(PlanIdentity identity) throws JailException {
        require(
                identity.hostName().matches("[A-Za-z0-9-]{1,63}"),
                "the host name \"%s\": expected 1 to 63 letters, digits and hyphens",
                shown(identity.hostName()));
        ids("user", identity.users(), identity.user());
        ids("group", identity.groups(), identity.group());
    }

    private static void ids(String what, List<IdRange> ranges, int own) throws JailException {
        require(!ranges.isEmpty() && ranges.size() <= MOST_RANGES, "%s ids: expected 1 to 8 ranges", what);
        boolean mapped = false;
        for (IdRange range : ranges) {
            // The host's root, even without capabilities, may write to files that control the whole system.
            require(
                    range.inside() >= 0
                            && range.outside() > 0
                            && range.count() > 0
                            && range.count() <= Integer.MAX_VALUE - Math.max(range.inside(), range.outside()),
                    "%s ids from %d: expected ids above 0 on the host; a jail never has the host's id 0",
                    what,
                    range.outside());
            mapped |= own >= range.inside() && own - range.inside() < range.count();
        }
        require(mapped, "%s id %d: expected an id that is mapped", what, own);
        for (int i = 0; i < ranges.size(); i++) {
            for (int j = 0; j < i; j++) {
                require(!overlap(ranges.get(i), ranges.get(j)), "%s ids: expected ranges that do not overlap", what);
            }
        }
    }

    private static boolean overlap(IdRange one, IdRange other) {
        return overlap(one.inside(), one.count(), other.inside(), other.count())
                || overlap(one.outside(), one.count(), other.outside(), other.count());
    }

    private static boolean overlap(int one, int count, int other, int otherCount) {
        return one < (long) other + otherCount && other < (long) one + count;
    }

    private static void command(PlanCommand command) throws JailException {
        path("the folder", command.folder());
        require(
                !command.words().isEmpty() && command.words().size() <= MOST_WORDS,
                "the command: expected 1 to %d words",
                MOST_WORDS);
        for (String word : command.words()) {
            require(text(word), "a word of the command: expected at most 128 KiB without NUL");
        }
        require(
                !command.words().getFirst().isEmpty(),
                "the command: expected a program as its first word, found an empty word");
        require(command.environment().size() <= MOST_VARIABLES, "variables: expected at most %d", MOST_VARIABLES);
        for (var variable : command.environment().entrySet()) {
            require(
                    !variable.getKey().isEmpty() && !variable.getKey().contains("=") && text(variable.getKey()),
                    "the variable \"%s\": expected a name without =",
                    shown(variable.getKey()));
            require(text(variable.getValue()), "the variable %s: expected no NUL", shown(variable.getKey()));
        }
    }

    private static void mounts(List<PlanMount> mounts) throws JailException {
        require(
                mounts.size() >= 3 && mounts.size() <= MOST_MOUNTS,
                "mounts: expected 3 to %d, found %d",
                MOST_MOUNTS,
                mounts.size());
        Set<String> targets = new HashSet<>();
        for (PlanMount mount : mounts) {
            for (String path : mount.kind() == MountKind.LINK ? List.of(mount.target()) : mount.paths()) {
                path("a path of the mount " + mount.kind(), path);
            }
            require(attributes(mount), "the mount %s: it cannot have these attributes", shown(mount.target()));
            boolean memory = mount.kind() == MountKind.TMPFS;
            require(
                    memory ? mount.size() > 0 && mount.size() <= MOST_SIZE : mount.size() == 0,
                    "the mount %s: expected a size up to 1 TiB, for memory only",
                    shown(mount.target()));
            require(targets.add(mount.target()), "the mount %s: expected it once", shown(mount.target()));
        }
    }

    private static boolean attributes(PlanMount mount) {
        Set<MountAttribute> allowed = switch (mount.kind()) {
            case BIND ->
                Set.of(
                        MountAttribute.WRITE,
                        MountAttribute.NOEXEC,
                        MountAttribute.DEVICE,
                        MountAttribute.OPTIONAL,
                        MountAttribute.MAPPED);
            case OVERLAY -> Set.of(MountAttribute.NOEXEC);
            case TMPFS -> Set.of(MountAttribute.WRITE, MountAttribute.NOEXEC);
            case MASK -> Set.of(MountAttribute.OPTIONAL, MountAttribute.ASK);
            case LINK, PROC, DEV -> Set.of();
        };
        return allowed.containsAll(mount.attributes())
                && !(mount.has(MountAttribute.MAPPED) && mount.has(MountAttribute.WRITE));
    }

    private static void path(String what, String path) throws JailException {
        require(
                PlanPaths.valid(path),
                "%s \"%s\": expected an absolute path without .., empty parts or control characters",
                what,
                shown(path));
    }

    private static boolean text(String word) {
        return word.indexOf('\0') < 0
                && word.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                && word.getBytes(StandardCharsets.UTF_8).length <= LONGEST_WORD;
    }

    private static String shown(String text) {
        return VisibleText.line(text.length() <= 200 ? text : text.substring(0, 200) + "…");
    }
}
