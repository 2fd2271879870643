package dev.belljar.app.timeline;

import dev.belljar.app.sandbox.TimelineState;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.timeline.ReadTimeline;
import dev.belljar.contract.view.timeline.Timeline;
import dev.belljar.contract.view.timeline.Timeline.ProcessBar;
import dev.belljar.contract.view.timeline.TimelineMark;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The timeline screen: which period is visible, which part of the timeline has to be requested for it, and which
/// moment is selected.
///
/// Requests include the same time again on both sides of the visible period, so that panning shows something at once.
final class TimelineModel {
    /// The lengths of the visible period that have a button, milliseconds.
    static final List<Long> PRESETS = List.of(7_200_000L, 720_000L, 60_000L, 10_000L);

    private static final int FIRST_PRESET = 1;
    private static final int MOST_INTERVALS = 2_000;
    private static final int PROCESSES = 600;
    /// The least width of an interval, pixels.
    private static final double LEAST_INTERVAL = 4;
    /// The lengths that the host agent uses.
    private static final List<Long> INTERVALS = Stream.of(
                    Stream.of(1, 2, 5, 10, 15, 30).map(Duration::ofSeconds),
                    Stream.of(1, 2, 5, 10, 15, 30).map(Duration::ofMinutes),
                    Stream.of(1, 2, 3, 6, 12).map(Duration::ofHours),
                    Stream.of(1, 2, 7, 30, 365).map(Duration::ofDays))
            .flatMap(lengths -> lengths)
            .map(Duration::toMillis)
            .toList();

    /// What the screen shows.
    enum TimelineContent {
        LOADING,
        FAILED,
        /// Nothing has happened in the sandbox yet.
        NOTHING,
        LANES
    }

    private TimelineState state = TimelineState.UNKNOWN;
    private TimeWindow window;
    private long preset = PRESETS.get(FIRST_PRESET);
    private boolean following = true;
    private boolean running;
    private long now;
    private long newestSeq;
    private long askedSeq = -1;
    private long askedEnd;
    private @Nullable ReadTimeline asked;
    private OptionalLong cursor = OptionalLong.empty();
    private @Nullable TimelineTarget chosen;
    private Set<Integer> held = Set.of();
    private Set<String> waiting = Set.of();
    private final Set<TimelineLane> lanes = EnumSet.allOf(TimelineLane.class);

    /// `now` is the current time, milliseconds since the epoch.
    TimelineModel(long now) {
        this.now = now;
        window = new TimeWindow(now - preset, now);
    }

    /// Takes the newest answer.
    void show(TimelineState next) {
        state = next;
        if (following) {
            toEnd();
        }
    }

    /// Takes the current time, whether the machine runs, and the number of its newest event.
    void present(long time, boolean runs, long seq) {
        now = time;
        running = runs;
        // The first timeline says when a machine that does not run had its last event.
        following &= runs || state.timeline() == null;
        newestSeq = seq;
        if (following) {
            toEnd();
        }
    }

    /// Sets which processes wait for an approval, by their numbers, and the ids of these approvals.
    void waiting(Set<Integer> processes, Set<String> approvals) {
        held = Set.copyOf(processes);
        waiting = Set.copyOf(approvals);
    }

    Set<Integer> held() {
        return held;
    }

    /// True if this is the mark of an approval that waits for an answer.
    boolean waits(TimelineMark mark) {
        String id = mark.id();
        return mark.kind() == TimelineMark.Kind.APPROVAL && id != null && waiting.contains(id);
    }

    TimelineContent content() {
        Timeline timeline = state.timeline();
        if (timeline == null) {
            return state.problem() == null ? TimelineContent.LOADING : TimelineContent.FAILED;
        }
        boolean nothing = timeline.processTotal() == 0
                && timeline.marks().isEmpty()
                && timeline.files().isEmpty()
                && timeline.traffic().isEmpty()
                && timeline.overview().stream().allMatch(count -> count == 0);
        return nothing ? TimelineContent.NOTHING : TimelineContent.LANES;
    }

    Optional<Timeline> timeline() {
        return Optional.ofNullable(state.timeline());
    }

    /// Why there is no newer timeline.
    Optional<Problem> problem() {
        return Optional.ofNullable(state.problem());
    }

    TimeWindow window() {
        return window;
    }

    /// The time of the first event, milliseconds since the epoch.
    long begin() {
        Timeline timeline = state.timeline();
        return timeline == null ? window.from() - window.span() : Math.min(timeline.begin(), end());
    }

    /// The present while the machine runs, else the time of its last event.
    long end() {
        Timeline timeline = state.timeline();
        if (timeline == null) {
            return now;
        }
        return running ? Math.max(now, timeline.end()) : timeline.end();
    }

    boolean running() {
        return running;
    }

    boolean following() {
        return following;
    }

    /// Shows the end of the sandbox's life, and follows the present if the machine runs; or keeps the visible period.
    void follow(boolean next) {
        following = next && running;
        if (next) {
            toEnd();
        }
    }

    /// The preset that is in effect, if one is.
    OptionalInt preset() {
        int index = PRESETS.indexOf(preset);
        return index < 0 ? OptionalInt.empty() : OptionalInt.of(index);
    }

    /// Shows a period of this length around the selected moment if it is visible, else one that ends where the
    /// visible one ends.
    void preset(int index) {
        long at = cursor.isPresent() && window.contains(cursor.getAsLong()) ? cursor.getAsLong() : window.to();
        double factor = PRESETS.get(index) / (double) window.span();
        boolean stays = following;
        move(window.zoom(factor, at));
        preset = PRESETS.get(index);
        if (stays) {
            follow(true);
        }
    }

    /// Shows `factor` times as much time; the time `at` stays where it is.
    void zoom(double factor, long at) {
        move(window.zoom(factor, at));
        preset = window.span();
    }

    /// Shows a period of the same length that many milliseconds later.
    void pan(long by) {
        move(window.pan(by));
    }

    /// Shows the period between two times.
    void range(long from, long to) {
        move(new TimeWindow(from, Math.max(from + TimeWindow.SHORTEST, to)));
        preset = window.span();
    }

    /// Shows the period around a time, as long as the one before. The limits of the timeline may not be known yet.
    void center(long at) {
        TimeWindow next = window.pan(at - window.at(0.5));
        if (state.timeline() == null) {
            window = next;
            following = false;
        } else {
            move(next);
        }
    }

    /// Shows the beginning of the sandbox's life.
    void home() {
        move(window.pan(begin() - window.from()));
    }

    /// A period that was moved to the present follows it.
    private void move(TimeWindow next) {
        window = next.within(begin(), end());
        following = running && window.to() >= end();
    }

    private void toEnd() {
        window = new TimeWindow(end() - preset, end()).within(begin(), end());
    }

    /// The part to request now for a drawing of this width in pixels; empty if it was requested already and nothing
    /// that it shows has happened since.
    Optional<ReadTimeline> request(double width) {
        long interval = interval(width);
        long margin = window.span() / 2;
        boolean fits = asked != null && covers(asked, interval, margin / 4);
        boolean reaches = asked != null && asked.to() != null && asked.to() >= askedEnd;
        if (fits && (askedSeq == newestSeq || !reaches)) {
            return Optional.empty();
        }
        long from = Math.floorDiv(Math.max(window.from() - margin, begin()), interval) * interval;
        long to = Math.ceilDiv(Math.min(window.to() + margin, end()), interval) * interval;
        int count = Math.clamp((to - from) / interval, 1, MOST_INTERVALS);
        asked = new ReadTimeline(from, Math.max(to, from + interval), count, PROCESSES);
        askedSeq = newestSeq;
        askedEnd = end();
        return Optional.of(asked);
    }

    /// Requires a new request, although nothing is known to have happened.
    void refresh() {
        asked = null;
    }

    private boolean covers(ReadTimeline part, long interval, long reserve) {
        Long from = part.from();
        Long to = part.to();
        if (from == null || to == null) {
            return false;
        }
        boolean left = from <= Math.max(window.from() - reserve, begin());
        // Time that passed since without an event is empty, so a part that reached the present still does.
        long present = askedSeq == newestSeq ? askedEnd : end();
        boolean right = to >= Math.min(window.to() + reserve, present);
        return left && right && (to - from) / part.intervals() == interval;
    }

    private long interval(double width) {
        double pixels = Math.max(1, width) / window.span();
        return INTERVALS.stream()
                .filter(millis -> millis * pixels >= LEAST_INTERVAL)
                .findFirst()
                .orElse(INTERVALS.getLast());
    }

    /// The selected moment, milliseconds since the epoch.
    OptionalLong cursor() {
        return cursor;
    }

    /// What was clicked to select the moment, if it was a process or a mark.
    Optional<TimelineTarget> chosen() {
        return Optional.ofNullable(chosen);
    }

    /// Selects a moment, and shows it if it is not visible; returns its time, which lies within the sandbox's life.
    long select(TimelineTarget target) {
        long at = Math.clamp(target.at(), Math.min(begin(), end()), end());
        cursor = OptionalLong.of(at);
        chosen = target instanceof TimelineTarget.TimeTarget ? null : target;
        if (!window.contains(at)) {
            move(window.pan(at - window.at(0.5)));
        }
        following = false;
        return at;
    }

    /// Takes the moment that was selected elsewhere, or that none is selected any more.
    void selected(OptionalLong at) {
        if (!at.equals(cursor)) {
            cursor = at;
            chosen = null;
        }
    }

    /// The nearest mark or start of a process before the selected moment, or after it; `beside` are the nearest marks,
    /// which may lie outside of the part that was read.
    Optional<TimelineTarget> next(boolean later, List<TimelineMark> beside) {
        Timeline timeline = state.timeline();
        long from = cursor.orElse(window.at(0.5));
        if (timeline == null) {
            return Optional.empty();
        }
        TimelineTarget best = null;
        for (TimelineMark mark :
                Stream.concat(timeline.marks().stream(), beside.stream()).toList()) {
            best = nearer(best, new TimelineTarget.MarkTarget(mark), from, later);
        }
        for (ProcessBar process : timeline.processes()) {
            best = nearer(best, new TimelineTarget.ProcessTarget(process, process.started()), from, later);
        }
        return Optional.ofNullable(best);
    }

    private static @Nullable TimelineTarget nearer(
            @Nullable TimelineTarget best, TimelineTarget other, long from, boolean later) {
        boolean candidate = later ? other.at() > from : other.at() < from;
        boolean nearer = best == null || (later ? other.at() < best.at() : other.at() > best.at());
        return candidate && nearer ? other : best;
    }

    Set<TimelineLane> lanes() {
        return Set.copyOf(lanes);
    }

    /// Shows or hides a lane; the last one stays.
    void lane(TimelineLane lane, boolean shown) {
        if (shown) {
            lanes.add(lane);
        } else if (lanes.size() > 1) {
            lanes.remove(lane);
        }
    }
}
