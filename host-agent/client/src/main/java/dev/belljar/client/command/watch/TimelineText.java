package dev.belljar.client.command.watch;

import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.timeline.Timeline;
import dev.belljar.contract.view.timeline.Timeline.FileInterval;
import dev.belljar.contract.view.timeline.Timeline.ProcessBar;
import dev.belljar.contract.view.timeline.Timeline.TrafficInterval;
import dev.belljar.contract.view.timeline.Timeline.Unobserved;
import dev.belljar.contract.view.timeline.TimelineMark;
import dev.belljar.contract.view.timeline.TimelineMark.Kind;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/// A timeline as text: lanes of block characters over one axis, then the marks and the longest processes.
final class TimelineText {
    private static final String HEIGHTS = " ▁▂▃▄▅▆▇█";
    private static final int LABEL = 10;
    private static final int MOST_MARKS = 20;

    private final Timeline timeline;
    private final int width;
    private final TimelineTimes times;
    private final int columns;

    TimelineText(Timeline timeline, int width, ZoneId zone) {
        this.timeline = timeline;
        this.width = width;
        this.columns = columns(width);
        this.times = new TimelineTimes(timeline.from(), timeline.to(), zone);
    }

    /// The number of columns for the lanes in lines of this width.
    static int columns(int width) {
        return width - LABEL;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(times.period() + ", in intervals of " + TimelineTimes.span(timeline.width()));
        lines.add("");
        Map<Long, Long> files = new HashMap<>();
        Map<Long, Long> up = new HashMap<>();
        Map<Long, Long> down = new HashMap<>();
        for (FileInterval interval : timeline.files()) {
            files.put(interval.at(), interval.added() + interval.changed() + interval.deleted());
        }
        for (TrafficInterval interval : timeline.traffic()) {
            up.put(interval.at(), interval.up());
            down.put(interval.at(), interval.down());
        }
        lane(lines, "files", files);
        lane(lines, "sent", up);
        lane(lines, "received", down);
        if (!timeline.unobserved().isEmpty()) {
            lines.add(labelled("gap", unobserved()));
        }
        lines.add(labelled("events", marks()));
        lines.add(labelled("", axis()));
        peaks(lines, files, up, down);
        markList(lines);
        processList(lines);
        return lines;
    }

    private static String labelled(String label, String lane) {
        return (label + " ".repeat(LABEL - label.length()) + lane).stripTrailing();
    }

    /// Each column has the height of the highest interval in it.
    private void lane(List<String> lines, String label, Map<Long, Long> values) {
        long[] highest = new long[columns];
        values.forEach((at, value) -> {
            int last = column(at + timeline.width() - 1);
            for (int column = column(at); column <= last; column++) {
                highest[column] = Math.max(highest[column], value);
            }
        });
        StringBuilder lane = new StringBuilder();
        Arrays.stream(highest).forEach(value -> lane.append(height(value, peak(values))));
        lines.add(labelled(label, lane.toString()));
    }

    /// The lowest height is for any value above 0, so that nothing is left out.
    private static char height(long value, long peak) {
        int most = HEIGHTS.length() - 1;
        return HEIGHTS.charAt(value <= 0 ? 0 : Math.clamp(Math.ceilDiv(value * most, peak), 1, most));
    }

    private static long peak(Map<Long, Long> values) {
        return values.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private int column(long at) {
        double part = (double) (at - timeline.from()) / (timeline.to() - timeline.from());
        return Math.clamp((int) (part * columns), 0, columns - 1);
    }

    private String unobserved() {
        char[] lane = " ".repeat(columns).toCharArray();
        for (Unobserved period : timeline.unobserved()) {
            Arrays.fill(lane, column(period.from()), column(period.to()) + 1, '░');
        }
        return new String(lane);
    }

    private String marks() {
        char[] lane = " ".repeat(columns).toCharArray();
        Kind[] shown = new Kind[columns];
        for (TimelineMark mark : timeline.marks()) {
            int column = column(mark.at());
            if (shown[column] == null || rank(mark.kind()) < rank(shown[column])) {
                shown[column] = mark.kind();
                lane[column] = letter(mark.kind());
            }
        }
        return new String(lane);
    }

    /// Which of several marks in one column is drawn: the smallest.
    private static int rank(Kind kind) {
        return switch (kind) {
            case SNAPSHOT -> 0;
            case SYNC -> 1;
            case COMMIT -> 2;
            case APPROVAL -> 3;
            case STATE -> 4;
            case BLOCKED -> 5;
        };
    }

    private static char letter(Kind kind) {
        return switch (kind) {
            case SNAPSHOT -> 'S';
            case COMMIT -> 'C';
            case SYNC -> 'Y';
            case APPROVAL -> 'A';
            case STATE -> '|';
            case BLOCKED -> 'x';
        };
    }

    static String word(Kind kind) {
        return switch (kind) {
            case SNAPSHOT -> "snapshot";
            case COMMIT -> "commit";
            case SYNC -> "sync";
            case APPROVAL -> "approval";
            case STATE -> "state";
            case BLOCKED -> "blocked";
        };
    }

    /// Times below the lanes, each beginning at its column.
    private String axis() {
        StringBuilder axis = new StringBuilder();
        int apart = Math.max(times.clock(timeline.from()).length() + 3, columns / 4);
        for (int column = 0; column < columns; column++) {
            String time = times.clock(timeline.from() + (timeline.to() - timeline.from()) * column / columns);
            if (column % apart == 0 && axis.length() <= column && column + time.length() <= columns) {
                axis.append(" ".repeat(column - axis.length())).append(time);
            }
        }
        return axis.toString();
    }

    private void peaks(List<String> lines, Map<Long, Long> files, Map<Long, Long> up, Map<Long, Long> down) {
        List<String> peaks = new ArrayList<>();
        peak(peaks, files, peak -> "%,d %s".formatted(peak, peak == 1 ? "file event" : "file events"));
        peak(peaks, up, peak -> ByteCount.words(peak) + " sent");
        peak(peaks, down, peak -> ByteCount.words(peak) + " received");
        lines.add("");
        if (peaks.isEmpty()) {
            lines.add("No file was changed and nothing was sent in this period.");
        } else {
            lines.add("Highest: " + String.join(", ", peaks) + " in " + TimelineTimes.span(timeline.width()));
        }
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        timeline.marks().forEach(mark -> kinds.add(mark.kind()));
        if (!kinds.isEmpty()) {
            lines.add("Events: "
                    + kinds.stream()
                            .map(kind -> letter(kind) + " " + word(kind))
                            .collect(Collectors.joining(", ")));
        }
    }

    private static void peak(List<String> peaks, Map<Long, Long> values, LongFunction<String> words) {
        long peak = peak(values);
        if (peak > 0) {
            peaks.add(words.apply(peak));
        }
    }

    /// The newest marks; blocked connections are counted only, because there may be very many.
    private void markList(List<String> lines) {
        List<TimelineMark> all = timeline.marks();
        List<TimelineMark> listed =
                all.stream().filter(mark -> mark.kind() != Kind.BLOCKED).toList();
        List<TimelineMark> newest = listed.subList(Math.max(0, listed.size() - MOST_MARKS), listed.size());
        if (all.isEmpty()) {
            return;
        }
        lines.add("");
        newest.forEach(mark -> lines.add(cut(line(mark))));
        long more = all.size() - (long) newest.size();
        if (more > 0 || !timeline.marksComplete()) {
            lines.add("%s%,d more: choose a shorter period with --from and --to, or use --json."
                    .formatted(timeline.marksComplete() ? "" : "At least ", more));
        }
    }

    private String line(TimelineMark mark) {
        return times.clock(mark.at()) + "  " + words(mark);
    }

    /// For example `approval  api.github.com: allowed by you once (curl)`.
    static String words(TimelineMark mark) {
        String detail = mark.detail() == null ? "" : ": " + mark.detail();
        return "%-8s  %s".formatted(word(mark.kind()), VisibleText.line(mark.label() + detail));
    }

    private void processList(List<String> lines) {
        if (timeline.processes().isEmpty()) {
            return;
        }
        lines.add("");
        int shown = timeline.processes().size();
        lines.add(
                shown == timeline.processTotal()
                        ? "%,d %s:".formatted(shown, shown == 1 ? "process" : "processes")
                        : "The longest-running of %,d processes:".formatted(timeline.processTotal()));
        timeline.processes().forEach(bar -> lines.add(cut(line(bar))));
    }

    private String line(ProcessBar bar) {
        Long ended = bar.ended();
        String span = TimelineTimes.span((ended == null ? timeline.end() : ended) - bar.started());
        String until = ended == null ? "now" : times.clock(ended);
        String command = bar.argv().isEmpty() ? "[" + bar.comm() + "]" : String.join(" ", bar.argv());
        return "%-9s %s – %-8s  %s".formatted(span, times.clock(bar.started()), until, VisibleText.line(command));
    }

    private String cut(String line) {
        return line.length() <= width ? line : line.substring(0, width - 1) + "…";
    }
}
