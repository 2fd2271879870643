package dev.belljar.contract.view.process;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.network.FlowTable;
import dev.belljar.contract.view.work.FileDiff;
import java.util.List;
import java.util.Map;

/// Everything observed in a run in one document: counts by event type, processes, changed files, flows, and the
/// sandbox's own events.
public record RunReport(
        long generated,
        Sandbox sandbox,
        Map<String, Long> counts,
        ProcessTable processes,
        FileDiff diff,
        FlowTable network,
        List<Event> history) {
    public RunReport {
        counts = Map.copyOf(counts);
        history = List.copyOf(history);
    }
}
