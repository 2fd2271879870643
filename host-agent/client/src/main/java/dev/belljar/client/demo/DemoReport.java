package dev.belljar.client.demo;

import java.util.List;

/// The report of a demo run; `ok` is true only if all its steps are.
public record DemoReport(boolean ok, String acceleration, List<DemoStep> steps) {
    public DemoReport {
        steps = List.copyOf(steps);
    }

    /// One step: its time in milliseconds, and what was observed or missing.
    public record DemoStep(String name, boolean ok, long ms, String evidence) {}
}
