package dev.belljar.app.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.log.LogModel.LogFilter;
import dev.belljar.app.sandbox.LogLine;
import dev.belljar.app.sandbox.LogLine.LogLevel;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests which lines of a log are visible.
class LogModelTest {
    private final LogModel model = new LogModel();

    @BeforeEach
    void show() {
        model.show(List.of(
                line(1, "state", "Starting"),
                line(2, "console", "Linux version 6.1.0"),
                line(3, "gap", "Recording gap started"),
                line(4, "console", "Reached target Multi-User")));
    }

    @Test
    void theNewestLineIsTheFirst() {
        assertThat(model.lines()).extracting(LogLine::seq).containsExactly(4L, 3L, 2L, 1L);
    }

    @Test
    void eventsAreEverythingButTheConsole() {
        model.kinds(LogFilter.EVENTS);
        assertThat(model.lines()).extracting(LogLine::seq).containsExactly(3L, 1L);
        model.kinds(LogFilter.CONSOLE);
        assertThat(model.lines()).extracting(LogLine::seq).containsExactly(4L, 2L);
        model.kinds(LogFilter.ALL);
        assertThat(model.lines()).hasSize(4);
    }

    @Test
    void theFilterIgnoresCaseAndAppliesWithinTheKind() {
        model.filter("STARTE");
        assertThat(model.lines()).extracting(LogLine::seq).containsExactly(3L);
        model.filter("re");
        model.kinds(LogFilter.CONSOLE);
        assertThat(model.lines()).extracting(LogLine::seq).containsExactly(4L);
    }

    private static LogLine line(long seq, String kind, String words) {
        return new LogLine(seq, seq, kind, LogLevel.PLAIN, words);
    }
}
