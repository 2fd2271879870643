package dev.belljar.app.processes;

import dev.belljar.app.process.CodingAgents;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.process.ProcessKey;
import dev.belljar.app.process.ProcessState;
import dev.belljar.app.process.TerminalPlace;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.RequestingProcess;
import dev.belljar.contract.view.network.RouteRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The visible processes: filtered and folded, as a tree or as a flat list.
final class ProcessesModel {
    private ProcessState state = ProcessState.NONE;
    private final Set<ProcessKey> folded = new HashSet<>();
    private String filter = "";
    private boolean tree = true;
    private boolean own;
    private final Set<ProcessKey> paused;
    private Map<Integer, Approval> waiting = Map.of();
    private Map<String, Integer> ports = Map.of();
    private OptionalLong past = OptionalLong.empty();

    /// `paused` are the processes that the user has paused; the set outlives the screen.
    ProcessesModel(Set<ProcessKey> paused) {
        this.paused = paused;
    }

    void show(ProcessState next) {
        state = next;
    }

    /// Sets the pending approvals of this sandbox.
    void waiting(List<Approval> approvals) {
        Map<Integer, Approval> next = new HashMap<>();
        for (Approval approval : approvals) {
            RequestingProcess requester = approval.asker();
            if (requester != null) {
                next.putIfAbsent(requester.pid(), approval);
            }
        }
        waiting = Map.copyOf(next);
    }

    /// Sets the project's ports on which processes listen, as far as the host agent knows them.
    void ports(List<RouteRow> rows) {
        Map<String, Integer> next = new HashMap<>();
        rows.stream().filter(row -> row.service() == null).forEach(row -> next.putIfAbsent(row.process(), row.port()));
        ports = Map.copyOf(next);
    }

    /// Records that a process was paused or resumed.
    void paused(ProcessKey key, boolean now) {
        if (now) {
            paused.add(key);
        } else {
            paused.remove(key);
        }
    }

    boolean paused(ProcessItem line) {
        return !line.gone() && paused.contains(line.key());
    }

    /// The pending approval of a running process.
    Optional<Approval> approval(ProcessItem line) {
        return line.gone()
                ? Optional.empty()
                : Optional.ofNullable(waiting.get(line.row().pid()));
    }

    /// The mark of a running process, the most urgent if several apply; null for most.
    @Nullable
    ProcessTag tag(ProcessItem line) {
        if (line.gone()) {
            return null;
        } else if (approval(line).isPresent()) {
            return ProcessTag.waiting();
        } else if (paused(line)) {
            return ProcessTag.paused();
        }
        Integer port = port(line);
        if (port != null) {
            return ProcessTag.port(port);
        }
        if (TerminalPlace.sessionServer(line.row())) {
            return ProcessTag.session();
        } else if (CodingAgents.is(line.row())) {
            return ProcessTag.agent();
        }
        // In the tree, what a terminal's first process started is visible below it.
        boolean terminal = line.terminal() == TerminalPlace.FIRST || (!tree && line.terminal() == TerminalPlace.INSIDE);
        return terminal ? ProcessTag.terminal() : null;
    }

    private @Nullable Integer port(ProcessItem line) {
        String name = line.row().comm();
        Integer exact = ports.get(name + " " + line.row().pid());
        boolean alone = state.lines().stream()
                        .filter(l -> !l.gone() && l.row().comm().equals(name))
                        .limit(2)
                        .count()
                == 1;
        return exact != null ? exact : alone ? ports.get(name) : null;
    }

    /// Sets the moment at which the processes ran, milliseconds since the epoch; empty for the present.
    void past(OptionalLong at) {
        past = at;
    }

    /// The time up to which the age of a running process counts; `now` is the present.
    long time(long now) {
        return past.orElse(now);
    }

    /// True if the processes of a moment in the past are shown.
    boolean past() {
        return past.isPresent();
    }

    ProcessState state() {
        return state;
    }

    void filter(String words) {
        filter = words.toLowerCase(Locale.ROOT);
    }

    /// Sets whether Belljar's own processes are shown.
    void own(boolean next) {
        own = next;
    }

    /// The number of Belljar's own processes.
    long owned() {
        return state.lines().stream().filter(ProcessItem::own).count();
    }

    private List<ProcessItem> all() {
        return own
                ? state.lines()
                : state.lines().stream().filter(l -> !l.own()).toList();
    }

    void tree(boolean next) {
        tree = next;
    }

    boolean folded(ProcessItem line) {
        return folded.contains(line.key());
    }

    /// Closes or opens the subtree of a process.
    void fold(ProcessItem line, boolean fold) {
        if (fold && line.parent()) {
            folded.add(line.key());
        } else {
            folded.remove(line.key());
        }
    }

    /// The visible lines.
    List<ProcessItem> lines() {
        if (!tree) {
            return all().stream()
                    .filter(this::matches)
                    .map(l -> new ProcessItem(l.row(), 0, false, l.own(), l.terminal()))
                    .toList();
        }
        return filter.isEmpty() ? unfolded() : withAncestors();
    }

    private List<ProcessItem> unfolded() {
        List<ProcessItem> shown = new ArrayList<>();
        int hidden = Integer.MAX_VALUE;
        for (ProcessItem line : all()) {
            if (line.depth() <= hidden) {
                hidden = folded.contains(line.key()) ? line.depth() : Integer.MAX_VALUE;
                shown.add(line);
            }
        }
        return shown;
    }

    /// Matching processes with their ancestors.
    private List<ProcessItem> withAncestors() {
        List<ProcessItem> shown = new ArrayList<>();
        Map<Integer, ProcessItem> path = new HashMap<>();
        Set<ProcessKey> added = new HashSet<>();
        for (ProcessItem line : all()) {
            path.put(line.depth(), line);
            if (matches(line)) {
                for (int depth = 0; depth <= line.depth(); depth++) {
                    ProcessItem at = path.get(depth);
                    if (at != null && added.add(at.key())) {
                        shown.add(at);
                    }
                }
            }
        }
        return shown;
    }

    private boolean matches(ProcessItem line) {
        return filter.isEmpty()
                || (line.row().comm() + " " + line.row().pid() + " "
                                + FigureFormat.command(line.row().argv()))
                        .toLowerCase(Locale.ROOT)
                        .contains(filter);
    }
}
