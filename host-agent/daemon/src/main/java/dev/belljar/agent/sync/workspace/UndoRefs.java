package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What the user had decided before each sync to the working tree, so that undoing the sync does not forget more than
/// the sync itself.
///
/// For each sync that can be undone, there are refs with the values that the refs of the sandbox had before it, and
/// with the work that was synced afterwards.
record UndoRefs(HostRepository repository, String sandbox) {
    /// As many as there are syncs that can be undone.
    private static final int KEPT = 10;

    private static final String AFTER = "after";
    private static final String TIP = "tip";

    /// The refs as they are now, by the last part of their name.
    Map<String, String> now() throws SyncException, InterruptedException {
        Map<String, String> values = new TreeMap<>();
        for (String ref : decisions()) {
            repository.ref(ref).ifPresent(value -> values.put(end(ref), value));
        }
        return values;
    }

    /// Keeps the values from before the sync with this id, which brought the work `tip`.
    void keep(String undo, String tip, Map<String, String> before) throws SyncException, InterruptedException {
        List<String> updates = new ArrayList<>();
        String folder = RefNames.undo(sandbox) + undo + "/";
        updates.add("update " + folder + TIP + " " + RefNames.object(tip));
        before.forEach((name, value) -> updates.add("update " + folder + name + " " + value));
        repository
                .ref(RefNames.synced(sandbox))
                .ifPresent(value -> updates.add("update " + folder + AFTER + " " + value));
        updates.addAll(outdated());
        repository.update(updates);
    }

    /// Restores the values from before this sync. If they are not known, or something was synced since, nothing
    /// counts as synced, so that the review shows too much rather than too little.
    void restore(String undo) throws SyncException, InterruptedException {
        Map<String, String> kept = kept(undo + "/");
        Map<String, String> now = now();
        boolean known =
                kept.containsKey(TIP) && Objects.equals(kept.get(AFTER), now.get(end(RefNames.synced(sandbox))));
        List<String> updates = new ArrayList<>();
        for (String ref : decisions()) {
            String value = known ? kept.get(end(ref)) : null;
            if (value != null) {
                updates.add("update " + ref + " " + value);
            } else if (now.containsKey(end(ref))) {
                updates.add("delete " + ref);
            }
        }
        for (String name : kept.keySet()) {
            updates.add("delete " + RefNames.undo(sandbox) + undo + "/" + name);
        }
        repository.update(updates);
    }

    // The deletions of the oldest ones, so that there is room for another one.
    private List<String> outdated() throws SyncException, InterruptedException {
        String prefix = RefNames.undo(sandbox);
        Map<String, List<String>> byId = kept("").keySet().stream()
                .collect(Collectors.groupingBy(UndoRefs::id, TreeMap::new, Collectors.toList()));
        return byId.values().stream()
                .limit(Math.max(0, byId.size() + 1 - KEPT))
                .flatMap(List::stream)
                .map(name -> "delete " + prefix + name)
                .toList();
    }

    private List<String> decisions() throws SyncException {
        return List.of(
                RefNames.applied(sandbox),
                RefNames.reviewed(sandbox),
                RefNames.selected(sandbox),
                RefNames.synced(sandbox));
    }

    // The kept refs below this folder, by the rest of their names.
    private Map<String, String> kept(String folder) throws SyncException, InterruptedException {
        String prefix = RefNames.undo(sandbox) + folder;
        Map<String, String> found = new TreeMap<>();
        repository
                .git()
                .line("for-each-ref", "--format=%(refname) %(objectname)", prefix)
                .lines()
                .map(line -> line.split(" "))
                .filter(words -> words.length == 2 && words[0].startsWith(prefix))
                .forEach(words -> found.put(words[0].substring(prefix.length()), words[1]));
        return found;
    }

    private static String id(String name) {
        return name.substring(0, name.indexOf('/'));
    }

    private static String end(String ref) {
        return ref.substring(ref.lastIndexOf('/') + 1);
    }
}
