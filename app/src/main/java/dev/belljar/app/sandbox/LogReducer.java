package dev.belljar.app.sandbox;

import dev.belljar.app.sandbox.LogLine.LogLevel;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.SandboxEvent;
import dev.belljar.contract.event.SetupChanged;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.SandboxState;
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
            case SandboxEvent e -> add(new LogLine(e.seq(), e.ts(), e.op(), LogLevel.PLAIN, LogText.of(e)));
            case HostEvent e ->
                LogText.of(e).ifPresent(words -> add(new LogLine(e.seq(), e.ts(), kind(e), level(e), words)));
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

    private static String kind(HostEvent e) {
        return e instanceof HostEvent.WorkSynced ? "sync" : e.type().word();
    }

    private static LogLevel level(HostEvent e) {
        return switch (e) {
            case HostEvent.StateChanged own when own.to() == SandboxState.RUNNING -> LogLevel.GOOD;
            case HostEvent.StateChanged own when own.to() == SandboxState.ERROR -> LogLevel.BAD;
            case HostEvent.StepChanged own when own.step().state() == Requirement.State.MET -> LogLevel.GOOD;
            case HostEvent.StepChanged own when own.step().state() == Requirement.State.FAILED -> LogLevel.BAD;
            case HostEvent.LimitReached _ -> LogLevel.WARN;
            case SetupChanged own when own.setup().state() == SetupState.DONE -> LogLevel.GOOD;
            case SetupChanged own when own.setup().state() == SetupState.FAILED -> LogLevel.BAD;
            default -> LogLevel.PLAIN;
        };
    }

    private static LogLevel gapLevel(GapEvent e) {
        return e.op().equals("end") ? LogLevel.PLAIN : LogLevel.WARN;
    }
}
