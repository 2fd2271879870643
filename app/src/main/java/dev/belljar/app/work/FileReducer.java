package dev.belljar.app.work;

import dev.belljar.app.process.ProcessKey;
import dev.belljar.contract.event.Event.FileEvent;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Keeps the last files that each process wrote, for a bounded number of processes and files.
public final class FileReducer {
    private static final int PROCESSES = 400;
    private static final int FILES = 40;

    private final Map<ProcessKey, Set<String>> touched = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ProcessKey, Set<String>> eldest) {
            return size() > PROCESSES;
        }
    };

    /// Adds the file of an event to those of its process.
    public void apply(FileEvent event) {
        Set<String> files =
                touched.computeIfAbsent(new ProcessKey(event.pid(), event.start()), k -> new LinkedHashSet<>());
        String path = event.to() == null ? event.path() : event.to();
        files.remove(path);
        files.add(path);
        if (files.size() > FILES) {
            files.remove(files.iterator().next());
        }
    }

    /// Returns the files that a process wrote, newest first.
    public List<String> of(ProcessKey key) {
        Set<String> files = touched.get(key);
        return files == null ? List.of() : List.copyOf(files).reversed();
    }
}
