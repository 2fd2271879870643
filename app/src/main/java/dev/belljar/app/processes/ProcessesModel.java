package dev.belljar.app.processes;

import dev.belljar.app.state.ProcessItem;
import dev.belljar.app.state.ProcessKey;
import dev.belljar.app.state.ProcessState;
import dev.belljar.app.ui.FigureFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Which processes are in sight: filtered, folded, as a tree or flat.
final class ProcessesModel {
    private ProcessState picture = ProcessState.NONE;
    private final Set<ProcessKey> folded = new HashSet<>();
    private String filter = "";
    private boolean tree = true;
    private boolean own;

    void show(ProcessState next) {
        picture = next;
    }

    ProcessState picture() {
        return picture;
    }

    void filter(String words) {
        filter = words.toLowerCase(Locale.ROOT);
    }

    /// Lets Belljar's own work be seen, or not.
    void own(boolean next) {
        own = next;
    }

    /// How many processes are Belljar's own.
    long owned() {
        return picture.lines().stream().filter(ProcessItem::own).count();
    }

    private List<ProcessItem> all() {
        return own
                ? picture.lines()
                : picture.lines().stream().filter(l -> !l.own()).toList();
    }

    void tree(boolean next) {
        tree = next;
    }

    boolean folded(ProcessItem line) {
        return folded.contains(line.key());
    }

    /// Folds what hangs below a process, or unfolds it.
    void fold(ProcessItem line, boolean fold) {
        if (fold && line.parent()) {
            folded.add(line.key());
        } else {
            folded.remove(line.key());
        }
    }

    /// The lines in sight.
    List<ProcessItem> lines() {
        if (!tree) {
            return all().stream()
                    .filter(this::matches)
                    .map(l -> new ProcessItem(l.row(), 0, false, l.own()))
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

    /// What matches, below the processes it hangs under.
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
