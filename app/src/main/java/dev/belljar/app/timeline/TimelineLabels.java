package dev.belljar.app.timeline;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.contract.view.timeline.Timeline.ProcessBar;
import dev.belljar.contract.view.timeline.TimelineMark;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Describes processes, marks and distances in time.
final class TimelineLabels {
    private static final Texts TEXTS = Texts.of(TimelineLabels.class);
    private static final int LONGEST = 200;

    private TimelineLabels() {}

    /// A process or mark on one line.
    static String describe(TimelineTarget target, UiContext context) {
        return switch (target) {
            case TimelineTarget.ProcessTarget shown -> process(shown.process(), context);
            case TimelineTarget.MarkTarget(TimelineMark mark) -> {
                String detail = mark.detail() == null ? "" : printable(mark.detail());
                String id = mark.kind() == TimelineMark.Kind.COMMIT ? MarkPlacer.main(mark, false) : "";
                yield joined(title(mark.kind()), id, printable(mark.label()), detail, context.dateTime(mark.at()));
            }
            case TimelineTarget.TimeTarget(long at) -> context.dateTime(at);
        };
    }

    private static String process(ProcessBar bar, UiContext context) {
        String command = bar.argv().isEmpty() ? "" : FigureFormat.middle(FigureFormat.command(bar.argv()), LONGEST);
        Long ended = bar.ended();
        String started = TEXTS.get("timeline.started", context.dateTime(bar.started()));
        if (ended == null) {
            return joined(BarPacker.name(bar), command, started, TEXTS.get("timeline.runs"));
        }
        return joined(
                BarPacker.name(bar),
                command,
                started,
                TEXTS.get("timeline.ran", FigureFormat.span(ended - bar.started())),
                end(bar));
    }

    private static String end(ProcessBar bar) {
        if (bar.signal() != null) {
            return TEXTS.get("timeline.signal", Integer.toString(bar.signal()));
        }
        return bar.code() == null ? "" : TEXTS.get("timeline.code", Integer.toString(bar.code()));
    }

    /// What a mark is, in a word.
    static String title(TimelineMark.Kind kind) {
        return switch (kind) {
            case SNAPSHOT -> TEXTS.get("timeline.kind.snapshot");
            case COMMIT -> TEXTS.get("timeline.kind.commit");
            case SYNC -> TEXTS.get("timeline.kind.sync");
            case APPROVAL -> TEXTS.get("timeline.kind.approval");
            case BLOCKED -> TEXTS.get("timeline.kind.blocked");
            case STATE -> TEXTS.get("timeline.kind.state");
        };
    }

    /// How long before or after the selected moment something was.
    static String distance(long at, long moment) {
        if (at == moment) {
            return TEXTS.get("timeline.same");
        }
        String span = FigureFormat.span(Math.abs(at - moment));
        return TEXTS.get(at < moment ? "timeline.before" : "timeline.after", span);
    }

    private static String printable(String text) {
        return FigureFormat.middle(FigureFormat.printable(text), LONGEST);
    }

    private static String joined(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(" · "));
    }
}
