package dev.belljar.app.state;

import dev.belljar.app.state.LogLine.LogLevel;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.GapEvent;
import dev.belljar.contract.event.SandboxEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Turns the events of a sandbox itself, and gaps, into lines, and keeps the newest few thousand.
final class LogReducer {
    private static final int KEPT = 5_000;

    private final Deque<LogLine> lines = new ArrayDeque<>();

    void apply(Event event) {
        switch (event) {
            case SandboxEvent e -> add(new LogLine(e.seq(), e.ts(), e.op(), level(e), LogText.of(e)));
            case GapEvent e -> add(new LogLine(e.seq(), e.ts(), "gap", gapLevel(e), LogText.of(e)));
            default -> {}
        }
    }

    List<LogLine> lines() {
        return new ArrayList<>(lines);
    }

    private void add(LogLine line) {
        LogLine last = lines.peekLast();
        if (last != null && line.seq() > 0 && line.seq() <= last.seq()) {
            return;
        }
        lines.add(line);
        if (lines.size() > KEPT) {
            lines.poll();
        }
    }

    private static LogLevel level(SandboxEvent e) {
        String to = e.to() == null ? "" : e.to();
        return switch (to) {
            case "running", "met" -> LogLevel.GOOD;
            case "error", "failed" -> LogLevel.BAD;
            default -> LogLevel.PLAIN;
        };
    }

    private static LogLevel gapLevel(GapEvent e) {
        return e.op().equals("end") ? LogLevel.PLAIN : LogLevel.WARN;
    }
}
