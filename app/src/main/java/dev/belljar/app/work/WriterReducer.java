package dev.belljar.app.work;

import dev.belljar.app.process.ProcessKey;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.FileOp;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Keeps the last writers of recently written paths, a few for each path.
public final class WriterReducer {
    private static final int PATHS = 4_000;
    private static final int WRITERS = 4;

    private final Map<String, Deque<FileWriter>> written = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Deque<FileWriter>> eldest) {
            return size() > PATHS;
        }
    };

    /// Adds the process of an event to the writers of its path.
    public void apply(FileEvent event) {
        String path = event.path();
        if (event.op() == FileOp.RENAME && event.to() != null) {
            path = event.to();
            // Many editors write a temporary file and rename it: its writers are the writers of the new path.
            Deque<FileWriter> before = written.remove(event.path());
            if (before != null) {
                written.put(path, before);
            }
        }
        Deque<FileWriter> writers = written.computeIfAbsent(path, k -> new ArrayDeque<>());
        ProcessKey process = new ProcessKey(event.pid(), event.start());
        writers.removeIf(w -> w.process().equals(process));
        writers.addFirst(new FileWriter(process, event.comm(), event.op(), event.ts()));
        if (writers.size() > WRITERS) {
            writers.removeLast();
        }
    }

    /// Returns the writers of a path, newest first.
    public List<FileWriter> of(String path) {
        Deque<FileWriter> writers = written.get(path);
        return writers == null ? List.of() : List.copyOf(writers);
    }
}
