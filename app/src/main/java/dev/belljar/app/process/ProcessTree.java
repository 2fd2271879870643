package dev.belljar.app.process;

import dev.belljar.contract.reduce.AgentScripts;
import dev.belljar.contract.view.process.ProcessRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Puts processes in tree order: children below their parent, older ones first. Trees without a running
/// process, such as those of an earlier boot, come after the others.
///
/// The walk uses an explicit stack and visits each process once, so that neither a deep tree nor a process
/// that is reported as its own ancestor does harm.
final class ProcessTree {
    private static final int DEEPEST = 32;
    private static final Comparator<ProcessRow> ORDER =
            Comparator.comparingLong(ProcessRow::started).thenComparingInt(ProcessRow::pid);

    private ProcessTree() {}

    static List<ProcessItem> order(Collection<ProcessRow> rows) {
        Set<ProcessKey> known = rows.stream().map(ProcessKey::of).collect(Collectors.toSet());
        Map<Integer, List<ProcessRow>> byPid = rows.stream().collect(Collectors.groupingBy(ProcessRow::pid));
        Map<ProcessKey, List<ProcessRow>> children = new HashMap<>();
        Map<ProcessKey, ProcessKey> parents = new HashMap<>();
        List<ProcessRow> roots = new ArrayList<>();
        Set<ProcessKey> starters = sessionStarters(rows, byPid);
        for (ProcessRow row : rows) {
            boolean session = TerminalPlace.keepsTerminals(row) && !starters.contains(ProcessKey.of(row));
            ProcessKey parent = session ? init(row, byPid) : parent(row, byPid);
            if (known.contains(parent) && !parent.equals(ProcessKey.of(row))) {
                children.computeIfAbsent(parent, k -> new ArrayList<>()).add(row);
                parents.put(ProcessKey.of(row), parent);
            } else {
                roots.add(row);
            }
        }
        Set<ProcessKey> inhabited = inhabited(rows, parents);
        Comparator<ProcessRow> livingFirst = Comparator.comparing(row -> !inhabited.contains(ProcessKey.of(row)));
        List<ProcessItem> lines = new ArrayList<>(rows.size());
        Deque<ProcessItem> open = new ArrayDeque<>();
        roots.sort(livingFirst.thenComparing(ORDER).reversed());
        push(open, roots, 0, null, children);
        while (!open.isEmpty()) {
            ProcessItem line = open.pop();
            lines.add(line);
            List<ProcessRow> below = children.remove(line.key());
            if (below != null) {
                below.sort(ORDER.reversed());
                push(open, below, Math.min(line.depth() + 1, DEEPEST), line, children);
            }
        }
        return lines;
    }

    /// Returns the processes that started the server of a session: its own client, which tmux gives the same name.
    private static Set<ProcessKey> sessionStarters(Collection<ProcessRow> rows, Map<Integer, List<ProcessRow>> byPid) {
        return rows.stream()
                .filter(TerminalPlace::keepsTerminals)
                .map(row -> parent(row, byPid))
                .collect(Collectors.toSet());
    }

    /// Returns the key of the guest's first process, to which the server of a session belongs: a script of the host
    /// agent started it, but the programs in the session are the user's.
    private static ProcessKey init(ProcessRow row, Map<Integer, List<ProcessRow>> byPid) {
        return newest(1, row.start(), byPid).orElseGet(() -> parent(row, byPid));
    }

    /// Returns the running processes and all their ancestors.
    private static Set<ProcessKey> inhabited(Collection<ProcessRow> rows, Map<ProcessKey, ProcessKey> parents) {
        Set<ProcessKey> inhabited = new HashSet<>();
        for (ProcessRow row : rows) {
            ProcessKey at = row.ended() == null ? ProcessKey.of(row) : null;
            while (at != null && inhabited.add(at)) {
                at = parents.get(at);
            }
        }
        return inhabited;
    }

    /// Returns the key of the parent. A parent that was reported only after its child is found by its number:
    /// the newest process with that number that started before the child.
    private static ProcessKey parent(ProcessRow row, Map<Integer, List<ProcessRow>> byPid) {
        ProcessKey reported = ProcessKey.parent(row);
        if (reported.start() != 0 || reported.pid() == 0) {
            return reported;
        }
        return newest(row.ppid(), row.start(), byPid).orElse(reported);
    }

    private static Optional<ProcessKey> newest(int pid, long before, Map<Integer, List<ProcessRow>> byPid) {
        return byPid.getOrDefault(pid, List.of()).stream()
                .filter(p -> p.start() <= before)
                .max(Comparator.comparingLong(ProcessRow::start))
                .map(ProcessKey::of);
    }

    private static void push(
            Deque<ProcessItem> open,
            List<ProcessRow> rows,
            int depth,
            @Nullable ProcessItem above,
            Map<ProcessKey, List<ProcessRow>> children) {
        for (ProcessRow row : rows) {
            boolean parent = children.containsKey(ProcessKey.of(row));
            boolean own = AgentScripts.is(row.argv()) || (above != null && above.own());
            TerminalPlace place =
                    above == null ? TerminalPlace.OUTSIDE : TerminalPlace.of(row, above.row(), above.terminal());
            open.push(new ProcessItem(row, depth, parent, own, place));
        }
    }
}
