package dev.belljar.client.demo;

import java.util.List;

/// What a demo run saw: `ok` only when every step was.
public record DemoReport(boolean ok, String acceleration, List<Step> steps) {
    public DemoReport {
        steps = List.copyOf(steps);
    }

    /// One step: its time in milliseconds and what was observed, or what was not.
    public record Step(String name, boolean ok, long ms, String evidence) {}
}
