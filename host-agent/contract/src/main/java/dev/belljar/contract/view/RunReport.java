package dev.belljar.contract.view;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.sandbox.Sandbox;
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
