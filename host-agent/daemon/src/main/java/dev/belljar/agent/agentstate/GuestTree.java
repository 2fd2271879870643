package dev.belljar.agent.agentstate;

import dev.belljar.contract.event.Event.ProcEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The running processes of a guest by their numbers, as its events tell. A guest that reports more than a
/// limit is only known in part.
final class GuestTree {
    private static final int MOST = 16_384;
    /// No sensible tree is deeper; a guest may report a process as its own ancestor.
    private static final int DEEPEST = 64;

    private final Map<Integer, GuestTask> tasks = new HashMap<>();

    /// A running process: `start` (nanoseconds of boot time) tells it from others with the same number; `ts` is
    /// when it began to run its program, in milliseconds since the epoch.
    record GuestTask(
            int pid,
            long start,
            int ppid,
            List<String> argv,
            String comm,
            @Nullable String exe,
            long ts) {
        /// True if it is this process.
        boolean is(GuestTask other) {
            return pid == other.pid && start == other.start;
        }
    }

    /// Takes an event, and returns the process that it is about, as it was before if it ended; null if it is
    /// not known.
    @Nullable
    GuestTask apply(ProcEvent event) {
        GuestTask known = tasks.get(event.pid());
        return switch (event.op()) {
            case FORK -> {
                GuestTask parent = tasks.get(event.ppid());
                yield put(new GuestTask(
                        event.pid(),
                        event.start(),
                        event.ppid(),
                        parent == null ? event.argv() : parent.argv(),
                        event.comm(),
                        parent == null ? event.exe() : parent.exe(),
                        event.ts()));
            }
            case EXEC, PRESENT ->
                put(new GuestTask(
                        event.pid(),
                        event.start(),
                        event.ppid() == 0 && known != null ? known.ppid() : event.ppid(),
                        event.argv(),
                        event.comm(),
                        event.exe(),
                        event.ts()));
            case EXIT -> known != null && known.start() == event.start() ? tasks.remove(event.pid()) : null;
        };
    }

    @Nullable
    GuestTask put(GuestTask task) {
        if (tasks.size() >= MOST && !tasks.containsKey(task.pid())) {
            return null;
        }
        tasks.put(task.pid(), task);
        return task;
    }

    /// True if this process runs.
    boolean runs(GuestTask task) {
        GuestTask known = tasks.get(task.pid());
        return known != null && known.is(task);
    }

    void clear() {
        tasks.clear();
    }

    /// The process with this number and its ancestors, the process first.
    List<GuestTask> upFrom(int pid) {
        List<GuestTask> found = new ArrayList<>();
        GuestTask at = tasks.get(pid);
        while (at != null && found.size() < DEEPEST) {
            found.add(at);
            GuestTask parent = tasks.get(at.ppid());
            // A later process may have got the number of a parent that ended.
            at = parent == null || parent.start() > at.start() || parent.is(at) ? null : parent;
        }
        return found;
    }

    /// True if the process with this number is this one, or below it.
    boolean isBelow(int pid, GuestTask root) {
        return upFrom(pid).stream().anyMatch(root::is);
    }

    /// The youngest process below another one that is of interest. A shell is only of interest if it runs no
    /// other program, and what is below a process to be ignored is ignored too.
    @Nullable
    GuestTask youngest(GuestTask root, Predicate<GuestTask> ignored) {
        List<GuestTask> below = new ArrayList<>();
        Set<Integer> parents = new HashSet<>();
        for (GuestTask task : tasks.values()) {
            List<GuestTask> up = upFrom(task.pid());
            int depth = 0;
            while (depth < up.size() && !up.get(depth).is(root)) {
                depth++;
            }
            if (depth > 0 && depth < up.size() && up.subList(0, depth).stream().noneMatch(ignored)) {
                below.add(task);
                parents.add(task.ppid());
            }
        }
        GuestTask youngest = null;
        for (GuestTask task : below) {
            boolean covered = ProgramWords.isShell(task.argv()) && parents.contains(task.pid());
            if (!covered && (youngest == null || task.start() > youngest.start())) {
                youngest = task;
            }
        }
        return youngest;
    }
}
