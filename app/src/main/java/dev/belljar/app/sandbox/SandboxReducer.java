package dev.belljar.app.sandbox;

import dev.belljar.app.process.ProcessKey;
import dev.belljar.app.process.ProcessState;
import dev.belljar.app.process.ProcessViewReducer;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.work.FileReducer;
import dev.belljar.app.work.FileWriter;
import dev.belljar.app.work.WriterReducer;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.reduce.MachineEndDetector;
import dev.belljar.contract.view.network.FlowTable;
import dev.belljar.contract.view.process.ProcessGauge;
import dev.belljar.contract.view.process.ProcessTable;
import java.util.List;

/// Collects everything that is known of one machine from several threads, and publishes it as view states.
final class SandboxReducer {
    /// The number of flows that are kept.
    static final int FLOWS = 1_000;

    private static final String WORKSPACE = "/workspace/";

    private final ProcessViewReducer processes = new ProcessViewReducer();
    private final FlowViewReducer flows = new FlowViewReducer(FLOWS);
    private final FileReducer files = new FileReducer();
    private final WriterReducer writers = new WriterReducer();
    private final LogReducer log = new LogReducer();
    private long touches;
    private boolean processesOutdated = true;
    private boolean processesChanged = true;
    private boolean flowsChanged;
    private boolean logChanged = true;

    synchronized void merge(ProcessTable table) {
        processes.merge(table);
        processesOutdated = false;
        processesChanged = true;
    }

    synchronized void merge(FlowTable table) {
        flows.merge(table);
        flowsChanged = true;
    }

    synchronized void figures(List<ProcessGauge> gauges) {
        if (!gauges.isEmpty()) {
            processes.figures(gauges);
            processesChanged = true;
        }
    }

    /// True if the table of processes must be requested: there was none yet, or events were lost since.
    synchronized boolean processesOutdated() {
        return processesOutdated;
    }

    /// True if the table of flows must be requested.
    synchronized boolean flowsOutdated() {
        return flows.outdated();
    }

    /// Marks both tables as outdated, so that they are requested again.
    synchronized void lose() {
        processesOutdated = true;
        flows.lose();
    }

    /// Applies events that follow the tables.
    synchronized void apply(List<Event> batch) {
        for (Event event : batch) {
            switch (event) {
                case ProcEvent e -> {
                    processes.apply(e);
                    processesChanged = true;
                }
                case NetEvent e -> {
                    Integer pid = e.pid();
                    flows.apply(e, pid == null ? null : processes.name(pid));
                    flowsChanged = true;
                }
                case FileEvent e -> {
                    files.apply(e);
                    if (work(e)) {
                        writers.apply(e);
                        touches++;
                    }
                }
                case HostEvent.StateChanged e -> state(e);
                case HostEvent.WorkSynced _ -> touches++;
                case GapEvent _ -> {
                    touches++;
                    lose();
                }
                default -> {}
            }
        }
    }

    private void state(HostEvent.StateChanged event) {
        touches++;
        if (MachineEndDetector.before(event)) {
            processes.machineEnded(event.seq(), event.ts());
            flows.machineEnded(event.seq(), event.ts());
            processesChanged = true;
            flowsChanged = true;
        }
    }

    /// Adds events to the log, including events from before the tables.
    synchronized void log(List<Event> batch) {
        batch.forEach(log::apply);
        logChanged = true;
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

    /// The number of the last event that both tables include.
    synchronized long seq() {
        return Math.min(processes.seq(), flows.seq());
    }

    /// Sets the observables whose values changed.
    synchronized void publish(
            WatchedValue<ProcessState> processCell,
            WatchedValue<FlowState> flowCell,
            WatchedValue<List<LogLine>> logCell,
            long now) {
        if (processesChanged) {
            processesChanged = false;
            processCell.set(processes.state(now));
        }
        if (flowsChanged) {
            flowsChanged = false;
            flowCell.set(flows.state());
        }
        if (logChanged) {
            logChanged = false;
            logCell.set(List.copyOf(log.lines()));
        }
    }
}
