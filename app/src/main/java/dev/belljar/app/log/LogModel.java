package dev.belljar.app.log;

import dev.belljar.app.sandbox.LogLine;
import java.util.List;
import java.util.Locale;

/// The visible lines of a log: those of the chosen kind that contain the filter, the newest first.
final class LogModel {
    /// The kinds of lines to show.
    enum LogFilter {
        ALL,
        EVENTS,
        CONSOLE
    }

    private List<LogLine> lines = List.of();
    private String filter = "";
    private LogFilter kinds = LogFilter.ALL;

    /// Sets all lines, the oldest first.
    void show(List<LogLine> next) {
        lines = List.copyOf(next);
    }

    void filter(String words) {
        filter = words.toLowerCase(Locale.ROOT);
    }

    void kinds(LogFilter next) {
        kinds = next;
    }

    /// The visible lines.
    List<LogLine> lines() {
        return lines.stream()
                .filter(this::chosen)
                .filter(line -> filter.isEmpty()
                        || line.words().toLowerCase(Locale.ROOT).contains(filter))
                .toList()
                .reversed();
    }

    private boolean chosen(LogLine line) {
        boolean console = line.kind().equals("console");
        return switch (kinds) {
            case ALL -> true;
            case EVENTS -> !console;
            case CONSOLE -> console;
        };
    }
}
