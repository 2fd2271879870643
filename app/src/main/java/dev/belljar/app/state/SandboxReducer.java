package dev.belljar.app.state;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.FileEvent;
import dev.belljar.contract.event.GapEvent;
import dev.belljar.contract.event.ProcEvent;
import dev.belljar.contract.event.SandboxEvent;
import dev.belljar.contract.view.ProcessTable;
import java.util.List;

/// Collects everything that is known of one machine from several threads, and publishes it as view states.
final class SandboxReducer {
    private static final String WORKSPACE = "/workspace/";

    private final ProcessViewReducer processes = new ProcessViewReducer();
    private final FileReducer files = new FileReducer();
    private final WriterReducer writers = new WriterReducer();
    private final LogReducer log = new LogReducer();
    private long touches;
    private boolean processesChanged = true;
    private boolean logChanged = true;

    synchronized void merge(ProcessTable table) {
        processes.merge(table);
        processesChanged = true;
    }

    synchronized void apply(List<Event> batch) {
        for (Event event : batch) {
            switch (event) {
                case ProcEvent e -> {
                    processes.apply(e);
                    processesChanged = true;
                }
                case FileEvent e -> {
                    files.apply(e);
                    if (work(e)) {
                        writers.apply(e);
                        touches++;
                    }
                }
                default -> {
                    touches += mayChangeWork(event) ? 1 : 0;
                    log.apply(event);
                    logChanged = true;
                }
            }
        }
    }

    /// True for lost events, for a sync, and for another state of the machine.
    private static boolean mayChangeWork(Event event) {
        return event instanceof GapEvent
                || (event instanceof SandboxEvent own
                        && (own.op().equals("sync") || own.op().equals("state")));
    }

    /// A counter that grows whenever the work in the machine may have changed.
    synchronized long touches() {
        return touches;
    }

    /// True if an event is in the workspace and was not caused by Belljar's own inspection.
    private boolean work(FileEvent e) {
        boolean inside = e.path().startsWith(WORKSPACE) || (e.to() != null && e.to().startsWith(WORKSPACE));
        return inside && !processes.own(new ProcessKey(e.pid(), e.start()));
    }

    synchronized void clearFinished(long now) {
        processes.clearFinished(now);
        processesChanged = true;
    }

    synchronized List<String> files(ProcessKey key) {
        return files.of(key);
    }

    /// Returns the last writers of a path of the project.
    synchronized List<FileWriter> writers(String path) {
        return writers.of(WORKSPACE + path);
    }

    synchronized long seq() {
        return processes.seq();
    }

    /// Sets the observables whose values changed.
    synchronized void publish(WatchedValue<ProcessState> processCell, WatchedValue<List<LogLine>> logCell, long now) {
        if (processesChanged) {
            processesChanged = false;
            processCell.set(processes.state(now));
        }
        if (logChanged) {
            logChanged = false;
            logCell.set(List.copyOf(log.lines()));
        }
    }
}
